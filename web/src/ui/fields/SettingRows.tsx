import { Button, Group, NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from './form-problem.ts'

interface Words {
  label: string
  hint?: ReactNode
}

interface SwitchProps extends Words {
  isOn: boolean
  isDisabled?: boolean
  set(isOn: boolean): void
}

/** A switch that saves at once. */
export function SwitchSetting({ label, hint, isOn, isDisabled = false, set }: SwitchProps) {
  return (
    <Switch
      label={label}
      description={hint}
      checked={isOn}
      disabled={isDisabled}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

interface ChoiceProps extends Words {
  value: string
  choices: readonly { value: string; label: string }[]
  set(value: string): void
}

/** A choice that saves at once. */
export function ChoiceSetting({ label, hint, value, choices, set }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      description={hint}
      data={[...choices]}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

interface TextProps extends Words {
  /** The field name of the service. */
  name: string
  value: string
  kind?: 'line' | 'lines' | 'number'
  placeholder?: string
  isRequired?: boolean
  /** Rejects if the service refuses. */
  save(value: string): Promise<unknown>
}

/** A text with a save button that appears with the first change. */
export function TextSetting({
  name,
  value,
  label,
  hint,
  kind = 'line',
  save,
  isRequired = false,
  ...input
}: TextProps) {
  const common = useMessages(commonMessages)
  const [typed, setTyped] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, [name])
  const shown = typed ?? value
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    await save(shown.trim()).then(() => setTyped(undefined), setError)
    setBusy(false)
  }
  const cancel = () => {
    setTyped(undefined)
    setError(undefined)
  }
  const props = {
    ...input,
    label,
    description: hint,
    value: shown,
    error: problem.of(name) ?? problem.rest,
    autoComplete: 'off',
    required: isRequired,
    withAsterisk: false,
  }
  const change = (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value)
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        {kind === 'line' && <TextInput {...props} onChange={change} />}
        {kind === 'lines' && <Textarea {...props} autosize minRows={2} maxRows={12} onChange={change} />}
        {kind === 'number' && (
          <NumberInput {...props} allowDecimal={false} allowNegative={false} onChange={(to) => setTyped(String(to))} />
        )}
        {shown !== value && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={isBusy} disabled={isRequired && shown.trim() === ''}>
              {common.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

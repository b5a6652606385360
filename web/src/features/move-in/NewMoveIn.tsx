import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { Card } from '../../ui/layout/Section.tsx'
import { KeyFields, keysIn } from './KeyFields.tsx'
import { moveInMessages } from './move-in.messages.ts'
import { lookAt } from './move-in.queries.ts'

/** Where the other notebook is, and the keys to read it. It is only looked at first. */
export function NewMoveIn() {
  const text = useMessages(moveInMessages)
  const [from, setFrom] = useState('')
  const [keys, setKeys] = useState<readonly string[]>([''])
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, ['from', 'keys'])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await lookAt(from, keysIn(keys))
      setFrom('')
      setKeys([''])
    } catch (refused) {
      setError(refused)
    }
    setBusy(false)
  }
  return (
    <Card>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={text.from}
            description={/^\s*http:/i.test(from) ? text.plainHint : text.fromHint}
            placeholder="https://"
            type="url"
            inputMode="url"
            required
            withAsterisk={false}
            autoComplete="off"
            data-1p-ignore
            value={from}
            error={problem.of('from') ?? problem.rest}
            onChange={({ currentTarget: { value } }) => setFrom(value)}
          />
          <KeyFields keys={keys} setKeys={setKeys} error={problem.of('keys')} />
          <Text size="sm" c="var(--quiet)">
            {text.lookHint}
          </Text>
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy}>
              {text.look}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

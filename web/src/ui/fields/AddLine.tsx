import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import classes from './AddLine.module.css'
import { useFormProblem } from './form-problem.ts'

interface Props {
  label: string
  /** What the service may refuse about it. */
  fields: readonly string[]
  add(name: string): Promise<unknown>
  /** What stands before the name. */
  children?: ReactNode
}

/** One more of something, by its name and Enter. */
export function AddLine({ label, fields, add, children }: Props) {
  const common = useMessages(commonMessages)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, fields)
  const name = typed.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || isBusy) return
    setBusy(true)
    setError(undefined)
    await add(name).then(() => setTyped(''), setError)
    setBusy(false)
  }
  return (
    <form className={classes.line} onSubmit={submit}>
      {children}
      <TextInput
        className={classes.name}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={255}
        value={typed}
        error={fields.map(problem.of).find(Boolean) ?? problem.rest}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={name === ''}>
        {common.add}
      </Button>
    </form>
  )
}

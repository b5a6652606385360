import { NAME_LIMIT } from '@aliquot/contract/limits'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import classes from './AddLine.module.css'
import { useFormProblem } from './form-problem.ts'
import { useLength } from './use-length.ts'

interface Props {
  label: string
  /** The fields that the service may refuse. */
  fields: readonly string[]
  add(name: string): Promise<unknown>
  /** Shown before the name. */
  children?: ReactNode
}

/** Adds something by its name and Enter. */
export function AddLine({ label, fields, add, children }: Props) {
  const common = useMessages(commonMessages)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, fields)
  const name = typed.trim()
  const length = useLength(typed, NAME_LIMIT)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || isBusy || length.isTooLong) return
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
        {...length.props}
        value={typed}
        error={length.props.error ?? fields.map(problem.of).find(Boolean) ?? problem.rest}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={name === ''}>
        {common.add}
      </Button>
    </form>
  )
}

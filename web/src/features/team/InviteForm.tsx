import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { commonTexts } from '../../i18n/common.text.ts'
import { useTexts } from '../../i18n/text.tsx'
import { useFormProblem } from '../../ui/form-problem.ts'
import { Card } from '../account/Section.tsx'
import { Problem } from '../session/OutsidePage.tsx'
import { addMember, createPasswordLink } from './team.queries.ts'
import { teamTexts } from './team.text.ts'

interface Props {
  onInvited(invited: { name: string; link: string }): void
  onCancel(): void
}

/** A new account, and the link that its owner gets. */
export function InviteForm({ onInvited, onCancel }: Props) {
  const text = useTexts(teamTexts)
  const common = useTexts(commonTexts)
  const client = useQueryClient()
  const [fields, setFields] = useState({ firstname: '', lastname: '', email: '' })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, Object.keys(fields))
  const bind = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    required: true,
    withAsterisk: false,
    autoComplete: 'off',
    maxLength: 255,
    error: problem.of(name),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [name]: value }))
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const userid = await addMember(fields)
      void client.invalidateQueries({ queryKey: ['members'] })
      onInvited({ name: `${fields.firstname} ${fields.lastname}`, link: await createPasswordLink(userid) })
    } catch (refused) {
      setError(refused)
      setBusy(false)
    }
  }
  return (
    <Card>
      <form onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={text.firstname} autoFocus {...bind('firstname')} />
            <TextInput label={text.lastname} {...bind('lastname')} />
          </SimpleGrid>
          <TextInput label={text.email} type="email" {...bind('email')} />
          <Problem>{problem.rest}</Problem>
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {text.invite}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isRefusedFor } from '../../api/refused.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { Card } from '../../ui/layout/Section.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { Problem } from '../session/OutsidePage.tsx'
import { useSession } from '../session/session.queries.ts'
import type { Invited } from './InviteLink.tsx'
import { peopleMessages } from './people.messages.ts'
import { addByEmail, addMember, createPasswordLink, usePeopleChanged } from './people.queries.ts'

interface Props {
  /** The teams to choose from; undefined for the current team. */
  teams?: readonly { id: number; name: string }[]
  onInvited(invited: Invited): void
  onCancel(): void
}

/** Creates an account and its invitation link. */
export function InviteForm({ teams, onInvited, onCancel }: Props) {
  const text = useMessages(peopleMessages)
  const common = useMessages(commonMessages)
  const peopleChanged = usePeopleChanged()
  const [fields, setFields] = useState({ firstname: '', lastname: '', email: '' })
  const [team, setTeam] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, Object.keys(fields))
  const bind = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    required: true,
    withAsterisk: false,
    autoComplete: 'off',
    error: problem.of(name),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [name]: value }))
    },
  })
  const { team: own, teams: ownTeams } = useSession()
  const { show, fail } = useToasts()
  const chosen = teams?.find(({ id }) => String(id) === team) ?? teams?.[0]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const userid = await addMember({ ...fields, ...(chosen && { team: chosen.id }) })
      peopleChanged()
      onInvited({ name: `${fields.firstname} ${fields.lastname}`, link: await createPasswordLink(userid) })
    } catch (refused) {
      setError(refused)
      setBusy(false)
    }
  }
  const goal = chosen ?? ownTeams.find(({ id }) => id === own)
  const isKnown = isRefusedFor(error, 'user.email_used')
  const addKnown = async (to: { id: number; name: string }) => {
    const name = await addByEmail(fields.email.trim(), to.id)
    peopleChanged()
    show({ message: text.joined(name, to.name) })
    onCancel()
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
          {chosen && (
            <NativeSelect
              label={text.team}
              data={teams?.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(chosen.id)}
              onChange={(event) => setTeam(event.currentTarget.value)}
            />
          )}
          <Problem>{problem.rest}</Problem>
          {isKnown && goal && (
            <Group justify="space-between" gap="xs">
              <Text size="sm">{text.hasAccount}</Text>
              <Button variant="default" onClick={() => addKnown(goal).catch(fail)}>
                {text.addKnown(goal.name)}
              </Button>
            </Group>
          )}
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

import { NAME_LIMIT } from '@aliquot/contract/limits'
import type { ListedTeam } from '@aliquot/contract/teams'
import { ActionIcon, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { HardDrive, Trash2, UsersRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { EditableText } from '../../ui/fields/EditableText.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { Card, Section } from '../../ui/layout/Section.tsx'
import { When } from '../../ui/time/When.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { accountMessages } from '../account/account.messages.ts'
import { TeamRoom } from '../team/TeamRoom.tsx'
import { adminMessages } from './admin.messages.ts'
import classes from './admin.module.css'
import { allTeams, useAddTeam, useDeleteTeam, useRenameTeam } from './admin.queries.ts'
import { TeamFilesForm } from './TeamFilesForm.tsx'

export function TeamsSection() {
  const text = useMessages(adminMessages)
  const { data: teams, error, refetch } = useQuery(allTeams())
  return (
    <Section title={text.sections.teams} intro={text.teamsIntro}>
      <NewTeamForm />
      {error && <ProblemLine error={error} retry={refetch} />}
      {!teams && !error && <Skeleton height={64} />}
      {teams && (
        <ul className={rows.rows} aria-label={text.sections.teams}>
          {teams.map((team) => (
            <TeamRow key={team.id} team={team} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const TOOL = { variant: 'subtle', color: 'gray', size: 'lg' } as const

function TeamRow({ team }: { team: ListedTeam }) {
  const text = useMessages(adminMessages)
  const common = useMessages(commonMessages)
  const { createdAt } = useMessages(accountMessages)
  const { show } = useToasts()
  const rename = useRenameTeam()
  const { mutate: remove, error, isPending, reset } = useDeleteTeam()
  const [isAsking, setAsking] = useState(false)
  const [isLimiting, setLimiting] = useState(false)
  const { id, name } = team
  const changeName = async (to: string) => {
    const { data } = await rename.mutateAsync({ id, name: to })
    const undo = async () => void (await rename.mutateAsync({ id, name, left: { name: data.name } }))
    show({ message: text.teamRenamed(name, to), undo })
  }
  const cancel = () => {
    reset()
    setAsking(false)
  }
  return (
    <li className={rows.row}>
      <UsersRound className={rows.icon} size={20} aria-hidden />
      <div className={rows.main}>
        <EditableText value={name} label={text.renameTeam(name)} limit={NAME_LIMIT} save={changeName} />
        {team.created_at && (
          <div className={rows.facts}>
            <span>
              {createdAt} <When at={team.created_at} />
            </span>
            <TeamRoom team={team} />
          </div>
        )}
        {isLimiting && <TeamFilesForm team={team} close={() => setLimiting(false)} />}
        {isAsking && (
          <Stack gap="xs" mt="xs">
            <Text size="sm">{text.deleteTeamHint}</Text>
            {error && <ProblemLine error={error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={cancel}>
                {common.cancel}
              </Button>
              <Button
                color="red.9"
                loading={isPending}
                onClick={() => remove(id, { onSuccess: () => show({ message: text.teamDeleted(name) }) })}
              >
                {common.delete}
              </Button>
            </Group>
          </Stack>
        )}
      </div>
      {!isAsking && !isLimiting && (
        <Group gap={0} wrap="nowrap">
          <ActionIcon {...TOOL} aria-label={text.limitFiles(name)} onClick={() => setLimiting(true)}>
            <HardDrive size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon {...TOOL} aria-label={text.deleteTeam(name)} onClick={() => setAsking(true)}>
            <Trash2 size={18} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </li>
  )
}

function NewTeamForm() {
  const text = useMessages(adminMessages)
  const { show } = useToasts()
  const [name, setName] = useState('')
  const add = useAddTeam()
  const problem = useFormProblem(add.error, ['name'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(name, {
      onSuccess: () => {
        setName('')
        show({ message: text.teamAdded(name) })
      },
    })
  }
  return (
    <Card>
      <form onSubmit={submit} className={classes.line}>
        <TextInput
          className={classes.grow}
          label={text.teamName}
          required
          withAsterisk={false}
          autoComplete="off"
          value={name}
          error={problem.of('name') ?? problem.rest}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={add.isPending}>
          {text.addTeam}
        </Button>
      </form>
    </Card>
  )
}

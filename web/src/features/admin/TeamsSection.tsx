import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { useFormProblem } from '../../ui/form-problem.ts'
import { ProblemLine } from '../../ui/ProblemLine.tsx'
import rows from '../../ui/Rows.module.css'
import { Card, Section } from '../../ui/Section.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { When } from '../../ui/When.tsx'
import { accountTexts } from '../account/account.text.ts'
import classes from './admin.module.css'
import { allTeams, useAddTeam } from './admin.queries.ts'
import { adminTexts } from './admin.text.ts'

export function TeamsSection() {
  const text = useTexts(adminTexts)
  const { createdAt } = useTexts(accountTexts)
  const { data: teams, error, refetch } = useQuery(allTeams())
  return (
    <Section title={text.sections.teams} intro={text.teamsIntro}>
      <NewTeamForm />
      {error && <ProblemLine error={error} retry={refetch} />}
      {!teams && !error && <Skeleton height={64} />}
      {teams && (
        <ul className={rows.rows} aria-label={text.sections.teams}>
          {teams.map((team) => (
            <li key={team.id} className={rows.row}>
              <UsersRound className={rows.icon} size={20} aria-hidden />
              <div className={rows.main}>
                <div className={rows.title}>{team.name}</div>
                {team.created_at && (
                  <div className={rows.facts}>
                    <span>
                      {createdAt} <When at={team.created_at} />
                    </span>
                  </div>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function NewTeamForm() {
  const text = useTexts(adminTexts)
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
          maxLength={255}
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

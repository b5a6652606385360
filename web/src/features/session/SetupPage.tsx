import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { catchEarlyKeys, takeEarlyKeys } from '../../ui/keys/early-keys.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { OutsidePage, Problem } from './OutsidePage.tsx'
import { SignInInstead } from './SignInInstead.tsx'
import { sessionMessages } from './session.messages.ts'
import { setupState, useCompleteSetup } from './sign-in.queries.ts'
import { splitName } from './split-name.ts'
import { useTokenOnce } from './use-token-once.ts'

/** Creates the first account, with the link that the server printed. */
export function SetupPage() {
  const text = useMessages(sessionMessages)
  const token = useTokenOnce()
  const { data: setup } = useQuery(setupState())
  usePageTitle(text.setupTitle)
  if (setup?.needed === false) return <SignInInstead title={text.isDone} intro={text.isDoneHint} />
  if (token === undefined) return <OutsidePage title={text.noToken} intro={text.noTokenHint} />
  return (
    <OutsidePage title={text.setupTitle} intro={text.setupIntro}>
      <SetupForm token={token} />
    </OutsidePage>
  )
}

function SetupForm({ token }: { token: string }) {
  const text = useMessages(sessionMessages)
  const navigate = useNavigate()
  const [fields, setFields] = useState({ name: '', email: '', password: '', team_name: '' })
  const [isTeamOwn, setTeamOwn] = useState(false)
  const [isHalfNamed, setHalfNamed] = useState(false)
  const complete = useCompleteSetup()
  const { firstname, lastname } = splitName(fields.name)
  // Suggests the name of the team: most labs are named after somebody.
  const team = isTeamOwn || lastname === '' ? fields.team_name : text.teamOf(lastname)
  const problem = useFormProblem(complete.error, ['firstname', 'lastname', 'email', 'password', 'team_name'])
  const bind = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    required: name !== 'team_name',
    withAsterisk: false,
    error: problem.of(name),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [name]: value }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHalfNamed(lastname === '')
    if (lastname === '') return
    const { email, password } = fields
    catchEarlyKeys()
    complete.mutate(
      { token, firstname, lastname, email, password, team_name: team },
      { onSuccess: () => navigate({ to: '/' }), onError: () => void takeEarlyKeys() },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={text.name}
          placeholder={text.namePlaceholder}
          autoComplete="name"
          autoFocus
          {...bind('name')}
          error={isHalfNamed && lastname === '' ? text.wholeName : (problem.of('firstname') ?? problem.of('lastname'))}
        />
        <TextInput label={text.email} type="email" autoComplete="username" {...bind('email')} />
        <NewPasswordInput label={text.password} about={[fields.email, firstname, lastname]} {...bind('password')} />
        <TextInput
          label={text.team}
          description={text.teamHint}
          placeholder={text.teamPlaceholder}
          autoComplete="organization"
          {...bind('team_name')}
          value={team}
          onChange={(event) => {
            const { value } = event.currentTarget
            setTeamOwn(true)
            setFields((before) => ({ ...before, team_name: value }))
          }}
        />
        <Problem>{problem.rest}</Problem>
        <Button type="submit" size="md" loading={complete.isPending || complete.isSuccess}>
          {text.create}
        </Button>
      </Stack>
    </form>
  )
}

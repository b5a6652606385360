import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { Card, Section } from '../../ui/layout/Section.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { NewPasswordInput } from '../session/NewPasswordInput.tsx'
import { Problem } from '../session/OutsidePage.tsx'
import { ownProfile } from '../session/own-profile.queries.ts'
import { useSession } from '../session/session.queries.ts'
import { accountMessages } from './account.messages.ts'
import { changePassword } from './account.queries.ts'
import { KeysAfterPassword } from './KeysAfterPassword.tsx'

export function PasswordSection() {
  const text = useMessages(accountMessages)
  const { show } = useToasts()
  const { email, fullname } = useSession()
  const { data: profile } = useQuery(ownProfile())
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = usePasswordProblem(error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await changePassword(current, password)
      setCurrent('')
      setPassword('')
      setChanged(true)
      show({ message: text.passwordChanged })
    } catch (refused) {
      setError(refused)
    }
    setBusy(false)
  }
  return (
    <Section title={text.sections.password} intro={text.passwordIntro}>
      <Card>
        <form onSubmit={submit}>
          <Stack>
            <input type="hidden" autoComplete="username" value={email} readOnly />
            <PasswordInput
              label={text.currentPassword}
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={current}
              error={problem.current}
              visibilityToggleButtonProps={{ 'aria-label': text.show, tabIndex: 0 }}
              onChange={(event) => setCurrent(event.currentTarget.value)}
            />
            <NewPasswordInput
              label={text.newPassword}
              about={profile ? [profile.email, profile.firstname, profile.lastname] : [email, fullname]}
              required
              withAsterisk={false}
              value={password}
              error={problem.password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Problem>{problem.other}</Problem>
            <Group justify="flex-end">
              <Button type="submit" loading={isBusy}>
                {text.changePassword}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      {isChanged && <KeysAfterPassword />}
    </Section>
  )
}

/** Where to show what the service said. */
function usePasswordProblem(error: unknown): {
  current?: string | undefined
  password?: string | undefined
  other?: string | undefined
} {
  const text = useMessages(accountMessages)
  const problem = useFormProblem(error, ['current_password', 'password'])
  if (error instanceof ApiError && error.status === 429) return { other: text.tooManyTries }
  const current = problem.of('current_password') && text.wrongPassword
  return { current, password: problem.of('password'), other: problem.rest }
}

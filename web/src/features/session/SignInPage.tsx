import { Alert, Anchor, Button, Code, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { catchEarlyKeys, takeEarlyKeys } from '../../ui/keys/early-keys.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { LinkedText } from '../../ui/words/LinkedText.tsx'
import { linesOfHtml } from '../../ui/words/plain-html.ts'
import { EmailInput } from './EmailInput.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { OutsidePage, Problem } from './OutsidePage.tsx'
import { finishRenewal } from './renewal.ts'
import { sessionMessages } from './session.messages.ts'
import { setupState, useSignIn } from './sign-in.queries.ts'
import { useSignInProblem } from './sign-in-problem.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const text = useMessages(sessionMessages)
  const { data: setup, isLoading, failureCount } = useQuery(setupState())
  const [isForgotten, setForgotten] = useState(false)
  usePageTitle(text.signIn)
  if (isForgotten) return <ForgotPassword back={() => setForgotten(false)} />
  // A new notebook must not show a form that nobody can fill in.
  if (isLoading && failureCount === 0) return null
  if (setup?.needed) {
    return (
      <OutsidePage title={text.setupNeeded} intro="">
        <Text>
          {text.setupNeededHint} <Code>{location.origin}/setup#token=…</Code>
        </Text>
      </OutsidePage>
    )
  }
  return (
    <OutsidePage title={text.signIn} intro={text.signInIntro}>
      {setup?.login_announcement && (
        <Alert p="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <LinkedText>{linesOfHtml(setup.login_announcement)}</LinkedText>
        </Alert>
      )}
      <SignInForm />
      {setup?.sends_password_links && (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setForgotten(true)}>
          {text.forgot}
        </Anchor>
      )}
    </OutsidePage>
  )
}

function SignInForm() {
  const text = useMessages(sessionMessages)
  const router = useRouter()
  const { next = '/' } = route.useSearch()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useSignIn()
  const problem = useSignInProblem(signIn.error, text.wrong)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const enter = ({ isSomebodyElse }: { isSomebodyElse: boolean }) => {
      if (isSomebodyElse) return location.assign(next)
      // Requests of the page that was left for this one continue.
      finishRenewal()
      router.history.push(next)
    }
    catchEarlyKeys()
    signIn.mutate({ email, password }, { onSuccess: enter, onError: () => void takeEarlyKeys() })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <EmailInput value={email} set={setEmail} />
        <PasswordInput
          label={text.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          visibilityToggleButtonProps={{ 'aria-label': text.show, tabIndex: 0 }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <Button type="submit" size="md" loading={signIn.isPending || signIn.isSuccess}>
          {text.signIn}
        </Button>
      </Stack>
    </form>
  )
}

import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { Problem } from './OutsidePage.tsx'
import { finishRenewal, giveUpRenewal } from './renewal.ts'
import { sessionMessages } from './session.messages.ts'
import { useSession } from './session.queries.ts'
import { useSignIn } from './sign-in.queries.ts'
import { useSignInProblem } from './sign-in-problem.ts'

/** Asks for the password when a session has ended; the page below stays. */
export function RenewDialog() {
  useFocusReturn()
  const text = useMessages(sessionMessages)
  const session = useSession()
  const [password, setPassword] = useState('')
  const signIn = useSignIn()
  const problem = useSignInProblem(signIn.error, text.wrongPassword)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { email, team } = session
    signIn.mutate({ email, password, team }, { onSuccess: finishRenewal })
  }
  const leave = () => {
    giveUpRenewal()
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
  }
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      title={text.ended}
      zIndex={300}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="var(--quiet)">
            {text.endedHint}
          </Text>
          <input type="hidden" name="username" autoComplete="username" value={session.email} readOnly />
          <Text size="sm">
            {session.fullname} · {session.email}
          </Text>
          <PasswordInput
            label={text.password}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            value={password}
            visibilityToggleButtonProps={{ 'aria-label': text.show, tabIndex: 0 }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Problem>{problem}</Problem>
          {/* If the two do not fit side by side, the main one comes first. */}
          <Group justify="space-between" wrap="wrap-reverse">
            <Button variant="subtle" color="gray" px="xs" onClick={leave}>
              {text.someoneElse}
            </Button>
            <Button type="submit" loading={signIn.isPending}>
              {text.goOn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

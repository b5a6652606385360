import { session } from '@aliquot/contract/session'
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { answerPassword } from '../../api/password-again.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { Problem } from './OutsidePage.tsx'
import { sessionMessages } from './session.messages.ts'
import { useSession } from './session.queries.ts'

/** Asks for the password over the page, for actions that need a recent one. */
export function PasswordAgainDialog() {
  useFocusReturn()
  const text = useMessages(sessionMessages)
  const common = useMessages(commonMessages)
  const { email } = useSession()
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, ['password'])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await call(session.patch, { body: { password } })
      answerPassword(true)
    } catch (refused) {
      setError(refused)
      setBusy(false)
    }
  }
  const cancel = () => answerPassword(false)
  return (
    <Modal opened onClose={cancel} withCloseButton={false} centered title={text.again} zIndex={300}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="var(--quiet)">
            {text.againHint}
          </Text>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordInput
            label={text.password}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            value={password}
            error={problem.of('password') && text.wrongPassword}
            visibilityToggleButtonProps={{ 'aria-label': text.show, tabIndex: 0 }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Problem>{problem.rest}</Problem>
          <Group justify="flex-end">
            <Button variant="default" onClick={cancel}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {text.goOn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

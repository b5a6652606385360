import { users } from '@aliquot/contract/users'
import { Button, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/client.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { catchEarlyKeys, takeEarlyKeys } from '../../ui/keys/early-keys.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { LinkOwner } from './LinkOwner.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { OutsidePage, Problem } from './OutsidePage.tsx'
import { SignInInstead } from './SignInInstead.tsx'
import { sessionMessages } from './session.messages.ts'
import { currentSession } from './session.queries.ts'
import { passwordOwner } from './sign-in.queries.ts'
import { useTokenOnce } from './use-token-once.ts'

/** The target of an invitation link. */
export function SetPasswordPage() {
  const text = useMessages(sessionMessages)
  const token = useTokenOnce()
  const [isVoid, setVoid] = useState(false)
  usePageTitle(text.setPassword)
  const noteVoid = useCallback(() => setVoid(true), [])
  if (token === undefined || isVoid) {
    return <SignInInstead title={isVoid ? text.badLink : text.noLink} intro={text.badLinkHint} />
  }
  return (
    <OutsidePage title={text.setPassword} intro={text.setPasswordIntro}>
      <SetPasswordForm token={token} onVoid={noteVoid} />
    </OutsidePage>
  )
}

function SetPasswordForm({ token, onVoid }: { token: string; onVoid(): void }) {
  const text = useMessages(sessionMessages)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, ['password'])
  const { data: owner, isPending } = useQuery(passwordOwner(token))
  useEffect(() => {
    if (owner === null) onVoid()
  }, [owner, onVoid])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    catchEarlyKeys()
    try {
      await call(users.setPassword, { body: { token, password } })
      // Somebody else may have been signed in before, so clear the cache.
      client.clear()
      await client.fetchQuery({ ...currentSession(), staleTime: 0 })
      await navigate({ to: '/' })
    } catch (refused) {
      takeEarlyKeys()
      if (refused instanceof ApiError && refused.status === 403) return onVoid()
      setError(refused)
      setBusy(false)
    }
  }
  // The field would move away below the finger.
  if (isPending) return null
  return (
    <form onSubmit={submit}>
      <Stack>
        {owner && <LinkOwner owner={owner} />}
        <NewPasswordInput
          label={text.newPassword}
          about={owner ? [owner.email, owner.firstname, owner.lastname] : []}
          required
          withAsterisk={false}
          autoFocus
          value={password}
          error={problem.of('password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Problem>{problem.rest}</Problem>
        <Button type="submit" size="md" loading={isBusy}>
          {text.setPasswordButton}
        </Button>
      </Stack>
    </form>
  )
}

import { mail } from '@aliquot/contract/mail'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { EmailInput } from './EmailInput.tsx'
import { forgottenMessages } from './forgotten.messages.ts'
import { OutsidePage, Problem } from './OutsidePage.tsx'

/** Asks for a link to set a new password. The answer never tells whether an account has the address. */
export function ForgotPassword({ back }: { back(): void }) {
  const text = useMessages(forgottenMessages)
  const [email, setEmail] = useState('')
  const ask = useMutation({ mutationFn: (address: string) => call(mail.forgotPassword, { body: { email: address } }) })
  const problem = useFormProblem(ask.error, ['email'])
  usePageTitle(text.title)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate(email)
  }
  const goBack = (
    <Button variant="subtle" onClick={back}>
      {text.back}
    </Button>
  )
  if (ask.isSuccess) {
    return (
      <OutsidePage title={text.sent} intro={text.sentHint(email)}>
        {goBack}
      </OutsidePage>
    )
  }
  return (
    <OutsidePage title={text.title} intro={text.intro}>
      <form onSubmit={submit}>
        <Stack>
          <EmailInput value={email} error={problem.of('email')} set={setEmail} />
          <Problem>{problem.rest}</Problem>
          <Button type="submit" size="md" loading={ask.isPending}>
            {text.send}
          </Button>
          {goBack}
        </Stack>
      </form>
    </OutsidePage>
  )
}

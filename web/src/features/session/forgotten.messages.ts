import { defineMessages } from '../../i18n/messages.tsx'

export const forgottenMessages = defineMessages('forgotten', {
  title: 'Forgot your password?',
  intro: 'Enter your e-mail. You get a link to set a new password.',
  send: 'Send link',
  back: 'Back to sign-in',
  sent: 'Check your e-mail',
  sentHint: (email: string) =>
    `If ${email} belongs to an account, a link was sent to it. It works for one hour. Check your spam folder, too.`,
})

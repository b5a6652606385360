import { defineMessages } from '../../../i18n/messages.tsx'

export const teamWelcomeMessages = defineMessages('teamWelcome', {
  title: 'Welcome e-mail',
  active: 'Write to everyone who joins',
  hint: 'Sent once, if your administrator has set up e-mail.',
  subject: 'Subject',
  body: 'Message',
})

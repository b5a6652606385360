import { defineMessages } from '../../i18n/messages.tsx'

export const reasonMessages = defineMessages('reason', {
  title: 'Why do you change this?',
  reason: 'Reason',
  hint: 'Your team keeps it with the change, in the history of the entry. It counts for what you do here in one go.',
})

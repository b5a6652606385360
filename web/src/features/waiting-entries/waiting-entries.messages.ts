import { defineMessages } from '../../i18n/messages.tsx'

export const waitingEntriesMessages = defineMessages('waitingEntries', {
  waiting: 'Waiting for the network',
  notSent: 'Not saved yet',
})

import { defineMessages } from '../../i18n/messages.tsx'

export const mentionMessages = defineMessages('mention', {
  people: 'People',
  searching: 'Searching…',
  cannotRead: 'Cannot read this entry – share',
  shareAndMention: (name: string) => `Share with ${name} for reading, and mention`,
  onlyMention: 'Mention only',
  notTold: (name: string) => `${name} is not notified`,
  shared: (name: string) => `Shared with ${name}`,
  notShared: (name: string) => `Could not share with ${name}`,
})

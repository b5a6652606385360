import { defineMessages } from '../../i18n/messages.tsx'

export const labelMessages = defineMessages('label', {
  category: 'Category',
  status: 'Status',
  none: 'None',
  choose: { category: 'Set category', status: 'Set status' },
  find: 'Search or create…',
  findOnly: 'Search…',
  noneFound: 'No match',
  make: (name: string) => `Create “${name}”`,
  otherTeam: (team: string) => `from ${team}`,
  without: { category: 'No category', status: 'No status' },
})

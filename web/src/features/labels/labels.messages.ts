import { defineMessages } from '../../i18n/messages.tsx'

export const labelMessages = defineMessages('label', {
  category: 'Category',
  status: 'Status',
  none: 'None',
  choose: { category: 'Set a category', status: 'Set a status' },
  find: 'Find or make one',
  findOnly: 'Find one',
  noneFound: 'Nothing has this name',
  make: (name: string) => `Make “${name}”`,
  otherTeam: (team: string) => `from ${team}`,
  without: { category: 'Without category', status: 'Without status' },
})

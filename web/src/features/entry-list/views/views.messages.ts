import { defineMessages } from '../../../i18n/messages.tsx'

export const viewMessages = defineMessages('view', {
  views: 'Views',
  none: 'Save filters, order and columns for daily use.',
  name: 'View name',
  keep: 'Save view',
  share: 'Share with team',
  shared: 'shared with the team',
  by: (name: string) => `by ${name}`,
  update: (name: string) => `Update ${name} with current filters`,
  shareOne: (name: string) => `Share ${name} with team`,
  unshareOne: (name: string) => `Stop sharing ${name}`,
  remove: (name: string) => `Delete view ${name}`,
  removed: (name: string) => `View “${name}” deleted`,
  kept: (name: string) => `Saved as “${name}”`,
  updated: (name: string) => `“${name}” updated`,
})

import { defineMessages } from '../../../i18n/messages.tsx'

export const viewMessages = defineMessages('view', {
  views: 'Views',
  none: 'Set filters, order and columns as you need them every day, and keep them here under a name.',
  name: 'Name of this view',
  keep: 'Keep this list as a view',
  share: 'Share it with the team',
  shared: 'shared with the team',
  by: (name: string) => `by ${name}`,
  update: (name: string) => `Let ${name} show what the list shows now`,
  shareOne: (name: string) => `Share ${name} with the team`,
  unshareOne: (name: string) => `Stop sharing ${name}`,
  remove: (name: string) => `Delete the view ${name}`,
  removed: (name: string) => `The view “${name}” is deleted`,
  kept: (name: string) => `Kept as “${name}”`,
  updated: (name: string) => `“${name}” shows this list now`,
})

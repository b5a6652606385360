import { defineMessages } from '../i18n/messages.tsx'

/** The names of pages in the navigation. */
export const placeMessages = defineMessages('place', {
  dashboard: 'Dashboard',
  todo: 'To do',
  experiments: 'Experiments',
  resources: 'Resources',
  templates: 'Templates',
  account: 'Account',
  team: 'Team',
  administration: 'Administration',
})

export type PlaceName = keyof (typeof placeMessages)['english']

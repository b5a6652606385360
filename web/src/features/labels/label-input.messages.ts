import { defineMessages } from '../../i18n/messages.tsx'

/** An empty menu of labels, before a name is typed. */
export const labelInputMessages = defineMessages('labelInput', {
  noneYet: { category: 'No categories yet.', status: 'No statuses yet.' },
  typeOne: { category: 'No categories yet. Type to create one.', status: 'No statuses yet. Type to create one.' },
})

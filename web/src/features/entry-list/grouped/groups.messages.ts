import { defineMessages } from '../../../i18n/messages.tsx'

/** The words of a grouped list. */
export const groupMessages = defineMessages('group', {
  fold: (name: string) => `Collapse ${name}`,
  unfold: (name: string) => `Expand ${name}`,
})

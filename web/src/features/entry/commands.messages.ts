import { defineMessages } from '../../i18n/messages.tsx'

export const commandMessages = defineMessages('command', {
  open: { status: 'Set status…', category: 'Set category…', tag: 'Add tag…', date: 'Set date…' },
  set: {
    status: (title: string) => `Status: ${title}`,
    category: (title: string) => `Category: ${title}`,
    date: (day: string) => `Date: ${day}`,
  },
  none: 'None',
  newTag: (tag: string) => `New tag “${tag}”`,
  tagged: (tag: string) => `Tagged “${tag}”`,
  day: {
    [-1]: (day: string) => `Yesterday, ${day}`,
    0: (day: string) => `Today, ${day}`,
    1: (day: string) => `Tomorrow, ${day}`,
  },
})

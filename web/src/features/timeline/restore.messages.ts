import { defineMessages } from '../../i18n/messages.tsx'

export const restoreMessages = defineMessages('restore', {
  left: (what: string) => `Could not be brought back: ${what}.`,
  more: (count: number) => `${count} more`,
  tag: (name: string) => `the tag “${name}”`,
  link: (title: string) => `the link to “${title}”`,
  hiddenLink: 'a link to an entry that you may not see',
  upload: (name: string) => `the file “${name}”`,
})

export type RestoreMessages = (typeof restoreMessages)['english']

import { defineMessages } from '../../i18n/messages.tsx'

export const restoreMessages = defineMessages('restore', {
  left: (what: string) => `Could not be restored: ${what}.`,
  more: (count: number) => `${count} more`,
  tag: (name: string) => `the tag “${name}”`,
  link: (title: string) => `the link to “${title}”`,
  hiddenLink: 'a link to an entry you cannot view',
  upload: (name: string) => `the file “${name}”`,
})

export type RestoreMessages = (typeof restoreMessages)['english']

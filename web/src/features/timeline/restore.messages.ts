import { defineMessages } from '../../i18n/messages.tsx'

export const restoreMessages = defineMessages(
  {
    left: (what: string) => `Could not be brought back: ${what}.`,
    more: (count: number) => `${count} more`,
    tag: (name: string) => `the tag “${name}”`,
    link: (title: string) => `the link to “${title}”`,
    hiddenLink: 'a link to an entry that you may not see',
    upload: (name: string) => `the file “${name}”`,
  },
  {
    fr: {
      left: (what: string) => `N’a pas pu être rétabli : ${what}.`,
      more: (count: number) => (count === 1 ? '1 autre' : `${count} autres`),
      tag: (name: string) => `l’étiquette « ${name} »`,
      link: (title: string) => `le lien vers « ${title} »`,
      hiddenLink: 'un lien vers une entrée que vous ne pouvez pas voir',
      upload: (name: string) => `le fichier « ${name} »`,
    },
  },
)

export type RestoreMessages = (typeof restoreMessages)['en']

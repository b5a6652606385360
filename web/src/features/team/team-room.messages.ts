import { defineMessages } from '../../i18n/messages.tsx'

export const teamRoomMessages = defineMessages('teamRoom', {
  title: 'Files',
  files: (used: string) => `${used} of files`,
  filesOf: (used: string, limit: string) => `${used} of ${limit} of files`,
  filesShare: (name: string) => `Room for files that ${name} has taken`,
  limited: 'Every version of a file counts, archived and deleted ones too. System administrators set the limit.',
  unlimited: 'There is no limit. Every version of a file counts, archived and deleted ones too.',
})

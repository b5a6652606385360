import { defineMessages } from '../../i18n/messages.tsx'

export const teamRoomMessages = defineMessages('teamRoom', {
  title: 'Files',
  files: (used: string) => `${used} of files`,
  filesOf: (used: string, limit: string) => `${used} of ${limit} of files`,
  filesShare: (name: string) => `File storage used by ${name}`,
  limited: 'Every version of a file counts, archived and deleted ones too. System administrators set the limit.',
  unlimited: 'No limit. Every version of a file counts, archived and deleted ones too.',
})

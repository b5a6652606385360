import { defineMessages } from '../../i18n/messages.tsx'

export const ownFilesMessages = defineMessages('ownFiles', {
  intro: 'Files you added, from all your teams.',
  order: 'Sort by',
  orders: { created_at: 'Newest first', filename: 'Name', filesize: 'Largest first' },
  state: 'State',
  states: { 1: 'Active', 2: 'Archived', 3: 'Deleted' },
  none: {
    1: 'No files yet. Drop one on an experiment, or press U.',
    2: 'No archived files.',
    3: 'No deleted files.',
  },
  download: (name: string) => `Download: ${name}`,
  more: 'Show more',
})

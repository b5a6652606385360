import { defineMessages } from '../../i18n/messages.tsx'

export const ownFilesMessages = defineMessages('ownFiles', {
  intro: 'What you have added to entries that you can read, in whatever team.',
  order: 'Order',
  orders: { created_at: 'Newest first', filename: 'By name', filesize: 'Largest first' },
  state: 'State',
  states: { 1: 'Shown', 2: 'Archived', 3: 'Deleted' },
  none: {
    1: 'No files yet. Drop one on an experiment, or add it with the key U.',
    2: 'None of your files is archived.',
    3: 'None of your files is deleted.',
  },
  download: (name: string) => `Download: ${name}`,
  more: 'Show more',
})

import { defineMessages } from '../../i18n/messages.tsx'

export const tourMessages = defineMessages('tour', {
  steps: {
    create: {
      title: 'Start an experiment',
      text: 'A blank page opens here. Nothing is kept until you write.',
    },
    write: {
      title: 'Write, and it is saved',
      text: 'Your text is saved while you type, also without a network. Type / for tables, pictures and formulas.',
    },
    find: {
      title: 'Find anything',
      text: 'Search all entries, and run every command, from one place.',
    },
    history: {
      title: 'Go back in time',
      text: 'History shows who changed what, and when. Every earlier version can be restored.',
    },
    share: {
      title: 'Share with others',
      text: 'Choose who can view and edit an entry. The menu under your name has this tour and all shortcuts.',
    },
  },
  shortcut: 'Shortcut',
  progress: (step: number, of: number) => `${step} of ${of}`,
  next: 'Next',
  back: 'Back',
  skip: 'Skip tour',
  done: 'Done',
})

import { defineMessages } from '../../i18n/messages.tsx'

export const bellMessages = defineMessages(
  {
    title: 'Notifications',
    short: 'News',
    unseen: (count: string, _isOne: boolean) => `${count} unread`,
  },
  {
    fr: {
      title: 'Notifications',
      short: 'Avis',
      unseen: (count, isOne) => `${count} non ${isOne ? 'lu' : 'lus'}`,
    },
  },
)

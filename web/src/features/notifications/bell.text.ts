import { defineTexts } from '../../i18n/text.tsx'

export const bellTexts = defineTexts(
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

import { defineTexts } from '../../i18n/text.tsx'

export const notificationTexts = defineTexts(
  {
    title: 'Notifications',
    markAll: 'Mark all as read',
    markSeen: (title: string) => `Mark “${title}” as read`,
    markUnseen: (title: string) => `Mark “${title}” as unread`,
    unread: 'Unread',
    commented: (name: string) => `${name} commented on`,
    none: 'Nothing new',
    noneHint: 'When somebody comments on one of your experiments, you find it here.',
    failed: 'The notifications could not be loaded',
    older: 'Older ones are on the pages of your experiments.',
    loading: 'Loading',
  },
  {
    fr: {
      title: 'Notifications',
      markAll: 'Tout marquer comme lu',
      markSeen: (title) => `Marquer « ${title} » comme lu`,
      markUnseen: (title) => `Marquer « ${title} » comme non lu`,
      unread: 'Non lu',
      commented: (name) => `${name} a commenté`,
      none: 'Rien de nouveau',
      noneHint: 'Quand quelqu’un commente une de vos expériences, vous le trouvez ici.',
      failed: 'Impossible de charger les notifications',
      older: 'Les plus anciennes sont sur les pages de vos expériences.',
      loading: 'Chargement',
    },
  },
)

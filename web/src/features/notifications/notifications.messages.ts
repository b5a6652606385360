import { defineMessages } from '../../i18n/messages.tsx'

export const notificationMessages = defineMessages(
  {
    title: 'Notifications',
    markAll: 'Mark all as read',
    markSeen: (title: string) => `Mark “${title}” as read`,
    markUnseen: (title: string) => `Mark “${title}” as unread`,
    unread: 'Unread',
    commented: (name: string) => `${name} commented on`,
    due: (time: string) => `A step is due ${time} in`,
    isNew: (team: string) => `New member of ${team}:`,
    waits: (team: string) => `New in ${team}, not approved yet:`,
    asked: {
      archive: (name: string) => `${name} asks you to archive`,
      lock: (name: string) => `${name} asks you to lock`,
      review: (name: string) => `${name} asks you to review`,
      sign: (name: string) => `${name} asks you to sign`,
      timestamp: (name: string) => `${name} asks you to timestamp`,
    },
    none: 'Nothing new',
    noneHint: 'Comments on your experiments, requests to you and deadlines are found here.',
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
      due: (time) => `Étape à terminer : ${time}, dans`,
      isNew: (team) => `Nouveau membre de ${team} :`,
      waits: (team) => `Nouveau compte dans ${team}, pas encore approuvé :`,
      asked: {
        archive: (name) => `${name} vous demande d’archiver`,
        lock: (name) => `${name} vous demande de verrouiller`,
        review: (name) => `${name} vous demande de relire`,
        sign: (name) => `${name} vous demande de signer`,
        timestamp: (name) => `${name} vous demande d’horodater`,
      },
      none: 'Rien de nouveau',
      noneHint: 'Les commentaires sur vos expériences, les demandes et les échéances apparaissent ici.',
      failed: 'Impossible de charger les notifications',
      older: 'Les plus anciennes sont sur les pages de vos expériences.',
      loading: 'Chargement',
    },
  },
)

export type NotificationMessages = (typeof notificationMessages)['en']

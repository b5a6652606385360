import type { announcementMessages } from '../../../features/notifications/announcement.messages.ts'
import type { bellMessages } from '../../../features/notifications/bell.messages.ts'
import type { notificationMessages } from '../../../features/notifications/notifications.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const announcement: WordsOf<typeof announcementMessages> = { forAll: 'Annonce', forTeam: 'Annonce de l’équipe' }

export const bell: WordsOf<typeof bellMessages> = {
  title: 'Notifications',
  unseen: (count, isOne) => `${count} non ${isOne ? 'lu' : 'lus'}`,
}

export const notification: WordsOf<typeof notificationMessages> = {
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
}

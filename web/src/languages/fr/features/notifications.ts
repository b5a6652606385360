import type { announcementMessages } from '../../../features/notifications/announcement.messages.ts'
import type { bellMessages } from '../../../features/notifications/bell.messages.ts'
import type { followMessages } from '../../../features/notifications/follow.messages.ts'
import type { notificationMessages } from '../../../features/notifications/notifications.messages.ts'
import type { notificationsPageMessages } from '../../../features/notifications/notifications-page.messages.ts'
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
  mentioned: (name) => `${name} vous mentionne dans`,
  changed: (name) => (name === '' ? 'Modifications dans' : `Modifications, la dernière par ${name}, dans`),
  happened: {
    edited: (times, isOne) => (isOne ? 'Modifiée' : `Modifiée ${times} fois`),
    comments: (times, isOne) => (isOne ? '1 commentaire' : `${times} changements de commentaires`),
    steps: (times, isOne) => (isOne ? '1 étape' : `${times} changements d’étapes`),
    files: (times, isOne) => (isOne ? '1 fichier' : `${times} changements de fichiers`),
    links: (times, isOne) => (isOne ? '1 lien' : `${times} changements de liens`),
    archived: () => 'Archivée',
    unarchived: () => 'Sortie des archives',
    deleted: () => 'Mise à la corbeille',
    restored: () => 'Restaurée',
  },
  due: (time) => `Étape à terminer : ${time}, dans`,
  isNew: (team) => `Nouveau membre de ${team} :`,
  waits: (team) => `Nouveau compte dans ${team}, pas encore approuvé :`,
  webhookOff: 'Webhook désactivé :',
  offReasons: {
    gone: 'Le récepteur a répondu qu’il n’existe plus (410).',
    failing: 'Les envois ont échoué pendant trois jours.',
    owner: 'Vous n’y avez plus droit.',
    secret: 'Son secret ne peut pas être lu sur ce serveur.',
    operator: 'L’exploitant du cahier l’a désactivé.',
  },
  jobFailed: 'Non terminé :',
  jobDone: 'Prêt :',
  exportOf: (entries) =>
    entries === null ? 'export' : entries === 1 ? 'export d’une entrée' : `export de ${entries} entrées`,
  exportHint: 'Le fichier est incomplet. Relancez l’export.',
  agentSilent: 'Aucune nouvelle de',
  agentHint: (host) => `Vérifiez l’ordinateur ${host}. Les nouveaux fichiers n’arrivent peut-être plus.`,
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
  showAll: 'Toutes les notifications',
  loading: 'Chargement',
}

export const follow: WordsOf<typeof followMessages> = {
  follow: 'Suivre',
  unfollow: 'Ne plus suivre',
  hint: 'Suivre : être averti de ce que d’autres font ici',
  following: 'Suivie. Cliquez pour arrêter',
  followed: 'Vous suivez cette entrée',
  unfollowed: 'Vous ne suivez plus cette entrée',
}

export const notificationsPage: WordsOf<typeof notificationsPageMessages> = {
  title: 'Notifications',
  show: 'Afficher',
  tabs: { all: 'Toutes', unread: 'Non lues', mentions: 'Mentions', following: 'Suivies' },
  markAll: 'Tout marquer comme lu',
  more: 'Afficher plus',
  empty: {
    all: 'Pas encore de notifications',
    unread: 'Tout est lu',
    mentions: 'Personne ne vous a encore mentionné',
    following: 'Vous ne suivez encore aucune entrée',
  },
  hints: {
    all: 'Commentaires, demandes, mentions et modifications d’entrées suivies apparaissent ici.',
    unread: 'Les nouvelles apparaissent ici d’elles-mêmes.',
    mentions: 'Tapez @ et un nom dans un texte ou un commentaire pour mentionner quelqu’un.',
    following: 'Cliquez sur la cloche en haut d’une entrée pour la suivre.',
  },
  unfollow: (title) => `Ne plus suivre « ${title} »`,
  unfollowed: 'Vous ne suivez plus cette entrée',
  keys: { next: 'Suivante', previous: 'Précédente', done: 'Marquer comme lue ou non lue' },
}

import type { announcementMessages } from '../../../features/notifications/announcement.messages.ts'
import type { bellMessages } from '../../../features/notifications/bell.messages.ts'
import type { notificationMessages } from '../../../features/notifications/notifications.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const announcement: WordsOf<typeof announcementMessages> = {
  forAll: 'Ankündigung',
  forTeam: 'Ankündigung des Teams',
}

export const bell: WordsOf<typeof bellMessages> = {
  title: 'Benachrichtigungen',
  unseen: (count) => `${count} ungelesen`,
}

export const notification: WordsOf<typeof notificationMessages> = {
  title: 'Benachrichtigungen',
  markAll: 'Alle als gelesen markieren',
  markSeen: (title) => `„${title}“ als gelesen markieren`,
  markUnseen: (title) => `„${title}“ als ungelesen markieren`,
  unread: 'Ungelesen',
  commented: (name) => `Kommentar von ${name} zu`,
  due: (time) => `Ein Schritt ist fällig am ${time} in`,
  isNew: (team) => `Neues Mitglied von ${team}:`,
  waits: (team) => `Neu in ${team}, noch nicht freigeschaltet:`,
  asked: {
    archive: (name) => `${name} bittet um Archivierung von`,
    lock: (name) => `${name} bittet um eine Sperre von`,
    review: (name) => `${name} bittet um eine Prüfung von`,
    sign: (name) => `${name} bittet um eine Signatur von`,
    timestamp: (name) => `${name} bittet um einen Zeitstempel von`,
  },
  none: 'Keine Benachrichtigungen',
  noneHint: 'Kommentare, Anfragen und Fristen erscheinen hier.',
  failed: 'Die Benachrichtigungen konnten nicht geladen werden',
  older: 'Ältere finden Sie auf den Seiten Ihrer Experimente.',
  loading: 'Wird geladen',
}

import type { announcementMessages } from '../../../features/notifications/announcement.messages.ts'
import type { bellMessages } from '../../../features/notifications/bell.messages.ts'
import type { followMessages } from '../../../features/notifications/follow.messages.ts'
import type { notificationMessages } from '../../../features/notifications/notifications.messages.ts'
import type { notificationsPageMessages } from '../../../features/notifications/notifications-page.messages.ts'
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
  mentioned: (name) => `${name} erwähnt Sie in`,
  changed: (name) => (name === '' ? 'Änderungen in' : `Änderungen, zuletzt von ${name}, in`),
  happened: {
    edited: (times, isOne) => (isOne ? 'Bearbeitet' : `${times}-mal bearbeitet`),
    comments: (times, isOne) => (isOne ? '1 Kommentar' : `${times} Änderungen an Kommentaren`),
    steps: (times, isOne) => (isOne ? '1 Schritt' : `${times} Änderungen an Schritten`),
    files: (times, isOne) => (isOne ? '1 Datei' : `${times} Änderungen an Dateien`),
    links: (times, isOne) => (isOne ? '1 Verknüpfung' : `${times} Änderungen an Verknüpfungen`),
    archived: () => 'Archiviert',
    unarchived: () => 'Aus dem Archiv geholt',
    deleted: () => 'In den Papierkorb verschoben',
    restored: () => 'Wiederhergestellt',
  },
  due: (time) => `Ein Schritt ist fällig am ${time} in`,
  isNew: (team) => `Neues Mitglied von ${team}:`,
  waits: (team) => `Neu in ${team}, noch nicht freigeschaltet:`,
  webhookOff: 'Webhook abgeschaltet:',
  offReasons: {
    gone: 'Der Empfänger meldet, dass es ihn nicht mehr gibt (410).',
    failing: 'Drei Tage lang schlug alles fehl.',
    owner: 'Er steht Ihnen nicht mehr zu.',
    secret: 'Sein Geheimnis ist auf diesem Server nicht lesbar.',
    operator: 'Der Betreiber des Laborbuchs hat ihn abgeschaltet.',
  },
  jobFailed: 'Nicht beendet:',
  jobDone: 'Fertig:',
  exportOf: (entries) =>
    entries === null ? 'Export' : entries === 1 ? 'Export eines Eintrags' : `Export von ${entries} Einträgen`,
  exportHint: 'Die Datei ist unvollständig. Starten Sie den Export noch einmal.',
  agentSilent: 'Keine Nachricht von',
  agentHint: (host) => `Prüfen Sie den Rechner ${host}. Neue Dateien kommen womöglich nicht an.`,
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
  showAll: 'Alle Benachrichtigungen',
  loading: 'Wird geladen',
}

export const follow: WordsOf<typeof followMessages> = {
  follow: 'Folgen',
  unfollow: 'Nicht mehr folgen',
  hint: 'Folgen: erfahren, was andere hier tun',
  following: 'Sie folgen. Zum Beenden klicken',
  followed: 'Sie folgen diesem Eintrag',
  unfollowed: 'Sie folgen diesem Eintrag nicht mehr',
}

export const notificationsPage: WordsOf<typeof notificationsPageMessages> = {
  title: 'Benachrichtigungen',
  show: 'Zeigen',
  tabs: { all: 'Alle', unread: 'Ungelesen', mentions: 'Erwähnungen', following: 'Beobachtet' },
  markAll: 'Alle als gelesen markieren',
  more: 'Mehr zeigen',
  empty: {
    all: 'Noch keine Benachrichtigungen',
    unread: 'Alles gelesen',
    mentions: 'Noch hat Sie niemand erwähnt',
    following: 'Sie folgen noch keinem Eintrag',
  },
  hints: {
    all: 'Kommentare, Anfragen, Erwähnungen und Änderungen beobachteter Einträge erscheinen hier.',
    unread: 'Neue erscheinen hier von selbst.',
    mentions: 'Tippen Sie @ und einen Namen in einen Text oder Kommentar, um jemanden zu erwähnen.',
    following: 'Klicken Sie auf die Glocke oben in einem Eintrag, um ihm zu folgen.',
  },
  unfollow: (title) => `„${title}“ nicht mehr folgen`,
  unfollowed: 'Sie folgen diesem Eintrag nicht mehr',
  keys: { next: 'Nächste', previous: 'Vorige', done: 'Als gelesen oder ungelesen markieren' },
}

import type { commonMessages } from '../../i18n/common.messages.ts'
import type { WordsOf } from '../../i18n/messages.tsx'
import type { problemMessages } from '../../i18n/problem.messages.ts'

export const common: WordsOf<typeof commonMessages> = {
  add: 'Hinzufügen',
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
  undo: 'Rückgängig',
  delete: 'Löschen',
  retry: 'Erneut versuchen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  loading: 'Wird geladen',
  untitled: 'Ohne Titel',
  tooLong: (length, most) => `${length} Zeichen, höchstens ${most} sind erlaubt. Nichts wurde abgeschnitten.`,
  lengthLeft: (left) => `Noch ${left} Zeichen`,
}

export const problem: WordsOf<typeof problemMessages> = {
  unreachable: 'Server nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  busy: 'Der Server kann gerade nichts speichern. Versuchen Sie es in einigen Minuten erneut.',
  fault:
    'Auf dem Server ist etwas schiefgegangen. Versuchen Sie es erneut. Wenn es wieder geschieht, wenden Sie sich an die Administration.',
  wait: (seconds) =>
    seconds > 90
      ? `Zu viele Anfragen. Versuchen Sie es in ${Math.ceil(seconds / 60)} Minuten erneut.`
      : 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
  byStatus: {
    400: 'Der Server hat dies abgelehnt.',
    401: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um fortzufahren.',
    403: 'Das ist Ihnen nicht erlaubt.',
    404: 'Das gibt es nicht mehr.',
    409: 'Das steht im Widerspruch zu vorhandenen Daten.',
    412: 'Jemand anderes hat dies inzwischen geändert. Prüfen Sie es und wiederholen Sie Ihre Änderung.',
    413: 'Das ist zu groß für den Server.',
    422: 'Das ist gerade nicht möglich.',
    429: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
  },
}

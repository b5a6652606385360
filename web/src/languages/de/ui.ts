import type { WordsOf } from '../../i18n/messages.tsx'
import type { errorMessages } from '../../ui/error-pages/error-pages.messages.ts'
import type { onDemandMessages } from '../../ui/on-demand/on-demand.messages.ts'
import type { themeMessages } from '../../ui/theme/theme-choice.messages.ts'
import type { toastMessages } from '../../ui/toasts/toasts.messages.ts'

export const toast: WordsOf<typeof toastMessages> = {
  area: 'Benachrichtigungen',
  undoLast: 'Letzte Änderung rückgängig machen',
  group: 'Überall',
}

export const theme: WordsOf<typeof themeMessages> = { title: 'Design', light: 'Hell', dark: 'Dunkel', auto: 'System' }

export const onDemand: WordsOf<typeof onDemandMessages> = {
  needsNetwork: 'Dafür wird beim ersten Mal das Netz gebraucht. Versuchen Sie es wieder, sobald die Verbindung steht.',
  updated:
    'Dieser Teil konnte nicht geladen werden. Wenn der Server aktualisiert wurde, laden Sie die Seite neu. Ihr Text bleibt erhalten.',
  reload: 'Seite neu laden',
}

export const error: WordsOf<typeof errorMessages> = {
  title: 'Etwas ist schiefgegangen',
  hint: 'Ihr Text ist auf diesem Gerät gespeichert. Versuchen Sie es erneut. Wenn es wieder geschieht, wenden Sie sich an die Administration:',
  notFound: 'Seite nicht gefunden',
  notFoundHint:
    'Die Adresse ist vielleicht falsch, oder der Eintrag wurde verschoben. Ihre Experimente stehen in der Liste.',
  forbidden: 'Kein Zugriff',
  forbiddenHint: 'Bitten Sie die Besitzerin oder den Besitzer, ihn für Sie oder Ihr Team freizugeben.',
  backToList: 'Zu den Experimenten',
  unreachable: 'Server nicht erreichbar',
  unreachableHint:
    'Ihr Text ist auf diesem Gerät gespeichert. Diese Seite erscheint wieder, sobald der Server antwortet.',
  reloading: 'Einen Moment',
  reloadingHint: 'Der Server wurde aktualisiert. Die Seite lädt neu. Ihr Text ist auf diesem Gerät gespeichert.',
}

import type { forgottenMessages } from '../../../features/session/forgotten.messages.ts'
import type { sessionMessages } from '../../../features/session/session.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const session: WordsOf<typeof sessionMessages> = {
  signIn: 'Anmelden',
  signInIntro: 'Willkommen zurück.',
  email: 'E-Mail',
  forgot: 'Passwort vergessen?',
  password: 'Passwort',
  show: 'Passwort anzeigen',
  wrong: 'E-Mail oder Passwort ist falsch.',
  wrongPassword: 'Das Passwort ist falsch.',
  wait: (minutes) =>
    `Zu viele Fehlversuche. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} erneut.`,
  unreachable: 'Server nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  setupNeeded: 'Willkommen in Ihrem neuen Notizbuch',
  setupNeededHint:
    'Öffnen Sie den Einrichtungslink aus dem Terminal oder Protokoll des Servers, um das erste Konto zu erstellen. Er beginnt mit',
  setupTitle: 'Notizbuch einrichten',
  setupIntro: 'Erstellen Sie das erste Konto. Andere können Sie später einladen.',
  name: 'Ihr Name',
  namePlaceholder: 'Ada Moreau',
  wholeName: 'Geben Sie Vor- und Nachnamen ein',
  team: 'Teamname',
  teamOf: (lastname) => `AG ${lastname}`,
  teamHint: 'Ihr Labor oder Ihre Gruppe. Der Name lässt sich später ändern.',
  teamPlaceholder: 'Proteinlabor',
  passwordHint: (fewest) => `Mindestens ${fewest} Zeichen. Ein kurzer Satz ist leicht zu merken und schwer zu erraten.`,
  create: 'Notizbuch erstellen',
  noToken: 'Unvollständiger Einrichtungslink',
  noTokenHint: 'Öffnen Sie den ganzen Link aus dem Terminal oder Protokoll des Servers.',
  isDone: 'Dieses Notizbuch ist bereits eingerichtet',
  isDoneHint: 'Melden Sie sich mit Ihrem Konto an. Die Administration kann eines für Sie erstellen.',
  setPassword: 'Passwort wählen',
  setPasswordIntro:
    'Künftig melden Sie sich mit Ihrer E-Mail-Adresse und diesem Passwort an. Der Link gilt nur einmal.',
  account: 'Konto',
  inTeam: (count) => (count === 1 ? 'Team' : 'Teams'),
  sentBy: 'Gesendet von',
  setPasswordButton: 'Passwort setzen und anmelden',
  noLink: 'Unvollständiger Link',
  badLink: 'Dieser Link gilt nicht mehr',
  badLinkHint: 'Er wurde schon verwendet, ersetzt oder ist abgelaufen. Fordern Sie einen neuen an.',
  goToSignIn: 'Zur Anmeldung',
  newPassword: 'Neues Passwort',
  strength: 'Stärke',
  strengths: ['Zu kurz', 'Leicht zu erraten', 'Mittel', 'Gut', 'Stark'],
  more: (count) => `${count} weitere Zeichen`,
  ended: 'Erneut anmelden',
  endedHint: 'Ihre Sitzung ist beendet. Ihre Arbeit auf dieser Seite bleibt erhalten.',
  goOn: 'Weiter',
  again: 'Passwort bestätigen',
  againHint: 'Die letzte Eingabe liegt mehr als einen Tag zurück. Geben Sie es erneut ein, um fortzufahren.',
  someoneElse: 'Anderes Konto verwenden',
}

export const forgotten: WordsOf<typeof forgottenMessages> = {
  title: 'Passwort vergessen?',
  intro: 'Geben Sie Ihre E-Mail-Adresse ein. Sie erhalten einen Link, mit dem Sie ein neues Passwort festlegen.',
  send: 'Link senden',
  back: 'Zurück zur Anmeldung',
  sent: 'Sehen Sie in Ihre E-Mails',
  sentHint: (email) =>
    `Wenn ${email} zu einem Konto gehört, ist ein Link unterwegs. Er gilt eine Stunde. Sehen Sie auch im Spam-Ordner nach.`,
}

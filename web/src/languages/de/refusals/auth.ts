import type { authRefusals } from '@aliquot/contract/refusals/auth'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const authWords: WordsFor<typeof authRefusals> = {
  'auth.required': 'Eine Anmeldung ist erforderlich',
  'auth.unknown_key': ['Eine Anmeldung ist erforderlich', 'Kein API-Schlüssel passt'],
  'auth.read_only_key': 'Dieser API-Schlüssel darf nur lesen',
  'auth.too_many_keys': 'Zu viele falsche API-Schlüssel von dieser Adresse',
  'auth.other_site': 'Eine andere Website darf mit Ihrer Sitzung nichts ändern',
  'auth.other_site_sign_in': 'Die Seite einer anderen Website darf Sie hier nicht anmelden',
  'auth.session_ended': 'Ihre Sitzung ist beendet, melden Sie sich wieder an',
  'auth.somebody_else': 'Jemand anderes ist angemeldet, melden Sie sich wieder an',
  'auth.several_cookies':
    'Der Browser hat mehrere Sitzungscookies gesendet: Löschen Sie die Cookies dieser Website und melden Sie sich wieder an',
  'auth.not_validated': 'Dieses Konto ist noch nicht freigeschaltet',
  'auth.archived': 'Dieses Konto ist in diesem Team archiviert',
  'auth.expired': 'Dieses Konto ist abgelaufen',
  'auth.wrong_password': 'Die E-Mail-Adresse oder das Passwort ist falsch, oder dieses Konto darf sich nicht anmelden',
  'auth.too_many_failures': 'Zu viele fehlgeschlagene Anmeldungen, versuchen Sie es später erneut',
  'auth.too_many_at_once': 'Gerade melden sich zu viele Personen an',
  'auth.password_needed': [
    'Ihr Passwort wird erneut gebraucht: Die letzte Eingabe liegt mehr als einen Tag zurück',
    'Senden Sie es mit PATCH /session und wiederholen Sie diese Anfrage.',
  ],
  'auth.no_session': 'Es gibt keine Sitzung: Diese Anfrage kam mit einem API-Schlüssel',
  'auth.unknown_session': 'Sie haben keine Sitzung mit dieser ID',
  'auth.not_member': '{field}: Sie sind dort kein aktives Mitglied',
}

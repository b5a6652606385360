import type { moveInRefusals } from '@aliquot/contract/refusals/move-in'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const moveInWords: WordsFor<typeof moveInRefusals> = {
  'move_in.no_key': '{field}: mindestens ein Schlüssel des anderen Servers ist nötig',
  'move_in.bad_key': '{field}: der andere Server lehnt Schlüssel Nummer {number} ab',
  'move_in.not_address': '{field}: ist keine Adresse eines Servers, wie https://eln.example.org',
  'move_in.no_zone': '{field}: ist keine Zeitzone, wie Europe/Paris',
  'move_in.silent': '{address} antwortet nicht: {why}. Was hereinkam, bleibt: starten Sie später noch einmal',
  'move_in.bad_answer': 'Was {address} antwortet, ist nicht zu verstehen: {why}',
  'move_in.running': 'Ein Umzug von {address} läuft schon',
  'move_in.may_not': 'Nur Sysadmins können ein Notizbuch hierher holen',
  'move_in.not_found': 'Es gibt keinen Umzug mit dieser Id',
  'move_in.not_key': '{field}: ist kein Schlüssel, wie ihn ein Server gibt',
  'move_in.keys_gone': '{field}: der Dienst hat die Schlüssel nicht mehr: senden Sie sie noch einmal',
  'move_in.not_running': 'Dieser Umzug läuft nicht',
  'move_in.broken':
    'Der Umzug ist aus einem Grund im Dienst gescheitert, den sein Protokoll nennt. Was hereinkam, bleibt: starten Sie noch einmal',
}

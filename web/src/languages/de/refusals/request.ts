import type { requestRefusals } from '@aliquot/contract/refusals/request'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const requestWords: WordsFor<typeof requestRefusals> = {
  'request.wrong_type': '{field}: muss {types:either} sein',
  'request.wrong_length': '{field}: passt nicht zum Inhalt',
  'request.bad_form': '{field}: ist kein gültiges Formular ({problem})',
  'request.too_many_parts': '{field}: das Formular hat zu viele Teile',
  'request.only_file_large': '{field}: nur die Datei darf groß sein',
  'request.one_file': '{field}: geben Sie genau eine an',
  'request.once': '{field}: darf nur einmal angegeben werden',
  'request.exactly_once': '{field}: muss genau einmal angegeben werden',
  'request.bad_host': '{field}: ist kein gültiger Hostname',
  'request.other_host': '{field}: dieser Dienst hat einen anderen Namen, siehe BASE_URL und TRUSTED_HOSTS',
  'request.key_length': '{field}: muss 1 bis {most:count} Zeichen haben',
  'request.key_used': '{field}: dieser Schlüssel wurde schon mit einer anderen Anfrage verwendet',
  'request.key_of_other': '{field}: die Antwort lässt sich nur mit denselben Zugangsdaten wiederholen',
  'request.not_percent': '{field}: muss prozentkodiert sein; ein Prozentzeichen ist %25',
  'request.text_too_hard':
    '{field}: dauert zu lange zu verarbeiten; es hat zu viele Elemente oder ist zu tief verschachtelt',
  'request.cut_off': 'Die Anfrage wurde abgeschnitten',
  'request.closed': 'Die Verbindung wurde geschlossen, bevor die Anfrage gelesen war',
  'request.too_slow': 'Die Anfrage kam zu langsam an',
  'request.headers_too_large': 'Die Kopfzeilen sind größer als {most:bytes}',
  'request.chunks_too_large': 'Die Chunk-Erweiterungen sind zu groß',
  'request.unknown_method': 'Diese Methode wird hier nicht verwendet',
  'request.unused_method': 'Die Methode {method} wird hier nicht verwendet',
  'request.not_http': 'Das ist keine gültige HTTP-Anfrage',
  'request.bad_url': 'Die Adresse ist keine gültige URL',
  'request.other': '{problem}',
  'request.too_many': 'Zu viele Anfragen',
  'request.fault': ['Bei uns ist etwas schiefgegangen', 'Nennen Sie der Administration die Anfrage-ID {id}'],
  'request.stale': [
    'Der Datensatz wurde geändert, seit Sie ihn gelesen haben',
    'Lesen Sie ihn erneut, oder führen Sie Ihre Änderung mit dem Datensatz unter „current“ zusammen.',
  ],
  'request.too_many_texts': 'Gerade werden zu viele lange Texte von Ihnen verarbeitet',
}

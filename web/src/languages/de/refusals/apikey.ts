import type { apikeyRefusals } from '@aliquot/contract/refusals/apikey'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const apikeyWords: WordsFor<typeof apikeyRefusals> = {
  'apikey.not_found': 'Kein API-Schlüssel mit dieser ID',
  'apikey.of_other': 'Dieser API-Schlüssel gehört jemand anderem',
  'apikey.only_deposit': '{field}: nur Schlüssel zum Ablegen haben sie',
  'apikey.no_template': '{field}: Sie sehen keine Vorlage mit der ID {id}',
  'apikey.no_entry': '{field}: Sie sehen keinen solchen Eintrag mit der ID {id}',
  'apikey.deposit_only': [
    'Dieser API-Schlüssel legt nur ab und darf das nicht',
    'Er erstellt Einträge aus seinen Vorlagen und fügt ihnen Dateien, Kommentare und Feldwerte hinzu.',
  ],
  'apikey.deposit_elsewhere': 'Dieser API-Schlüssel hat den Eintrag nicht erstellt und ist nicht für ihn bestimmt',
  'apikey.deposit_not_made': 'Dieser API-Schlüssel hat den Eintrag nicht erstellt und darf ihn nicht lesen',
  'apikey.deposit_not_added': 'Dieser API-Schlüssel hat die Datei nicht hinzugefügt',
  'apikey.deposit_template': '{field}: Dieser API-Schlüssel erstellt Einträge nur aus diesen Vorlagen: {known:list}',
  'apikey.deposit_not_this': '{field}: nicht mit einem API-Schlüssel zum Ablegen',
}

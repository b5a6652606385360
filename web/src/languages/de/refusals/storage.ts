import type { storageRefusals } from '@aliquot/contract/refusals/storage'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const storageWords: WordsFor<typeof storageRefusals> = {
  'storage.database_busy': 'Die Datenbank ist beschäftigt',
  'storage.database_silent': 'Die Datenbank antwortet gerade nicht',
  'storage.database_full': 'Die Datenbank kann gerade nichts speichern',
  'storage.search_damaged': 'Der Suchindex wird neu aufgebaut; alles andere funktioniert',
  'storage.flush_failed': 'Der Datenträger hat versagt: Prüfen Sie, ob die Änderung da ist, bevor Sie sie wiederholen',
  'storage.record_busy': 'Andere ändern gerade denselben Datensatz',
  'storage.text_busy': 'Andere ändern gerade ständig diesen Text',
  'storage.too_many_changes': 'Zu viele Änderungen warten auf das Speichern',
  'storage.files_silent': 'Der Dateispeicher funktioniert gerade nicht',
  'storage.files_broken': 'Der Dateispeicher funktioniert gerade nicht; nichts wurde gespeichert',
  'storage.cleaning_up': 'Dieser Inhalt wird gerade aufgeräumt; nichts wurde gespeichert',
  'storage.no_room': 'Für diese Datei ist kein Platz; nichts wurde gespeichert',
  'storage.content_missing': [
    'Der Inhalt dieser Datei ist nicht im Speicher dieses Servers',
    'Sagen Sie es der Administration: Mehrere Server brauchen denselben Dateispeicher (docs/several-servers.md); sonst ging der Inhalt verloren, und aliquot verify nennt ihn ebenfalls. SHA-256 {hash}',
  ],
  'storage.content_altered': [
    'Der Inhalt dieser Datei wurde im Speicher verändert',
    'Sagen Sie es der Administration: aliquot verify nennt ihn ebenfalls. SHA-256 {hash}',
  ],
}

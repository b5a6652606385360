import type { exportRefusals } from '@aliquot/contract/refusals/export'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const exportWords: WordsFor<typeof exportRefusals> = {
  'export.not_here_yet': '{field}: {format} ist noch nicht verfügbar, wohl aber {offered:list}',
  'export.unknown_format': '{field}: ist kein Format von Einträgen, wohl aber {offered:list}',
  'export.only_json': '{field}: ist hier nicht verfügbar, nur json',
  'export.only_present': '{field}: nur der jetzige Stand eines Eintrags lässt sich als Datei exportieren',
  'export.not_export_id': '{field}: müssen 16 bis 64 Buchstaben, Ziffern, - oder _ sein',
  'export.one_code': '{field}: das Bild eines Codes gibt es nur von genau einem Eintrag',
  'export.too_many_pages':
    'Eine Datei mit Seiten hat höchstens {most} Einträge: Wählen Sie weniger, oder ein ZIP-Archiv mit PDFs',
  'export.no_entry': '{field}: den Eintrag {id} gibt es nicht',
  'export.left_out': '{field}: der Rest der Abfrage lässt den Eintrag {id} weg',
  'export.no_file': '{field}: die Datei {id} gibt es an diesem Eintrag nicht',
  'export.may_not_read': 'Sie dürfen den Eintrag {id} nicht lesen',
  'export.unknown': 'Einen Export von Ihnen mit diesem Namen gibt es hier nicht',
  'export.stopped': 'Der Export wurde abgebrochen',
  'export.not_found': 'Einen Export von Ihnen mit dieser Nummer gibt es nicht',
  'export.not_ready': 'Die Datei dieses Exports ist nicht fertig',
  'export.file_gone': 'Die Datei dieses Exports gibt es nicht mehr: Starten Sie den Export noch einmal',
  'export.too_many': 'Sie haben schon {most:count} Exporte: Entfernen Sie zuerst einen',
  'export.one_type': '{field}: Einträge einer Liste sind von genau einem Typ',
  'export.nothing_chosen': 'Nichts wurde gewählt: Ein Export braucht mindestens einen Typ von Einträgen',
  'export.may_no_longer': 'Als der Export an der Reihe war, waren Sie im Team nicht mehr aktiv',
  'export.broken': 'Der Export scheiterte aus einem Grund im Dienst, den dessen Protokoll nennt',
}

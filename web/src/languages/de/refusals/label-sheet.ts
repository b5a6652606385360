import type { labelSheetRefusals } from '@aliquot/contract/refusals/label-sheet'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const labelSheetWords: WordsFor<typeof labelSheetRefusals> = {
  'label_sheet.unknown': '{field}: müssen Maße wie 210x297,3x8,63.5x33.9 sein oder eines von {choices:list}',
  'label_sheet.off_page': '{field}: die Etiketten liegen nicht alle auf der Seite',
  'label_sheet.too_small':
    '{field}: diese Etiketten sind zu klein für diesen Code, der zum Lesen {least} mm braucht: Wählen Sie größere, einen Data-Matrix-Code oder weniger Inhalt',
  'label_sheet.too_long': '{field}: ist zu lang für einen Code',
  'label_sheet.too_many':
    'Eine Datei hat höchstens {most:count} Etiketten, nicht {given:count}: Wählen Sie weniger Einträge oder Kopien',
}

import type { labelSheetRefusals } from '@aliquot/contract/refusals/label-sheet'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const labelSheetWords: WordsFor<typeof labelSheetRefusals> = {
  'label_sheet.unknown': '{field} : doit être des mesures comme 210x297,3x8,63.5x33.9 ou l’un de {choices:list}',
  'label_sheet.off_page': '{field} : les étiquettes ne sont pas toutes sur la page',
  'label_sheet.too_small':
    '{field} : ces étiquettes sont trop petites pour ce code, qui demande {least} mm pour être lu : choisissez-en de plus grandes, un code Data Matrix ou un contenu plus court',
  'label_sheet.too_long': '{field} : est trop long pour un code',
  'label_sheet.too_many':
    'Un fichier a au plus {most:count} étiquettes, et non {given:count} : choisissez moins d’entrées ou de copies',
}

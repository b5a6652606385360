import type { viewRefusals } from '@aliquot/contract/refusals/view'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const viewWords: WordsFor<typeof viewRefusals> = {
  'view.not_found': 'Keine Ansicht mit dieser ID',
  'view.too_many': 'Sie haben schon {most:count} Ansichten',
  'view.may_not_change': 'Diese Ansicht dürfen nur ihr Ersteller und Admins des Teams ändern',
}

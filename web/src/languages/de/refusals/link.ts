import type { linkRefusals } from '@aliquot/contract/refusals/link'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const linkWords: WordsFor<typeof linkRefusals> = {
  'link.not_found': 'Kein Eintrag mit dieser ID zum Verlinken',
  'link.deleted': 'Der zu verlinkende Eintrag ist gelöscht: Stellen Sie ihn zuerst wieder her',
  'link.too_many': 'Ein Eintrag verweist auf höchstens {most:count} andere',
}

import type { linkRefusals } from '@aliquot/contract/refusals/link'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const linkWords: WordsFor<typeof linkRefusals> = {
  'link.not_found': 'L’entrée à lier n’existe pas',
  'link.deleted': 'L’entrée à lier est supprimée : restaurez-la d’abord',
  'link.too_many': 'Une entrée pointe vers {most:count} autres au plus',
}

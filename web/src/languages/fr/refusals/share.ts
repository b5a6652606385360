import type { shareRefusals } from '@aliquot/contract/refusals/share'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const shareWords: WordsFor<typeof shareRefusals> = {
  'share.nothing': 'Ce lien ne fonctionne pas : il est faux, ou a été désactivé',
  'share.too_many': 'Trop de liens publics erronés, réessayez plus tard',
}

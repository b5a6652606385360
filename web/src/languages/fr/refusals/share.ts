import type { shareRefusals } from '@aliquot/contract/refusals/share'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const shareWords: WordsFor<typeof shareRefusals> = {
  'share.nothing': 'Il n’y a rien à voir ici : le lien est faux, ou a pris fin',
  'share.too_many': 'Trop de liens qui ne mènent nulle part, réessayez plus tard',
}

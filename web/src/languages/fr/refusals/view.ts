import type { viewRefusals } from '@aliquot/contract/refusals/view'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const viewWords: WordsFor<typeof viewRefusals> = {
  'view.not_found': 'Cette vue n’existe pas',
  'view.too_many': 'Vous avez déjà {most:count} vues',
  'view.may_not_change': 'Seuls son auteur et les admins de l’équipe peuvent modifier cette vue',
}

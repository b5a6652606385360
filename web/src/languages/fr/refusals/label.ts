import type { labelRefusals } from '@aliquot/contract/refusals/label'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const labelWords: WordsFor<typeof labelRefusals> = {
  'label.not_found': 'Cette équipe ne l’a pas',
  'label.may_not_change': 'Seuls les admins de l’équipe les modifient',
  'label.other_team': 'Vous travaillez dans une autre équipe : passez d’abord à celle-ci',
  'label.may_not_share': [
    '{field} : vous n’avez pas le droit de le modifier',
    'Seuls les admins de l’équipe partagent ses catégories et statuts avec d’autres équipes.',
  ],
  'label.not_states': '{field} : doit être parmi {choices:every}',
}

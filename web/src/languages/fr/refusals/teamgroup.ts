import type { teamgroupRefusals } from '@aliquot/contract/refusals/teamgroup'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const teamgroupWords: WordsFor<typeof teamgroupRefusals> = {
  'teamgroup.not_found': 'Ce groupe n’existe pas',
  'teamgroup.may_not_manage': 'Seuls les admins de son équipe peuvent gérer un groupe',
  'teamgroup.unknown_user': '{field} : cette personne n’existe pas',
  'teamgroup.needed_with': '{field} : est nécessaire avec {other}',
}

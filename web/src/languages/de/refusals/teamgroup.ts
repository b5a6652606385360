import type { teamgroupRefusals } from '@aliquot/contract/refusals/teamgroup'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const teamgroupWords: WordsFor<typeof teamgroupRefusals> = {
  'teamgroup.not_found': 'Keine Gruppe mit dieser ID',
  'teamgroup.may_not_manage': 'Nur Admins des Teams können eine Gruppe verwalten',
  'teamgroup.unknown_user': '{field}: keine Person mit dieser ID',
  'teamgroup.needed_with': '{field}: wird mit {other} gebraucht',
}

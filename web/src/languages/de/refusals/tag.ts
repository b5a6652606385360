import type { tagRefusals } from '@aliquot/contract/refusals/tag'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const tagWords: WordsFor<typeof tagRefusals> = {
  'tag.not_on_entry': 'Kein Tag mit dieser ID an diesem Eintrag',
  'tag.not_in_team': 'Kein Tag mit dieser ID im Team',
  'tag.of_other_team': 'Dieser Tag gehört einem anderen Team',
  'tag.may_not_manage': 'Nur Admins des Teams können seine Tags verwalten',
  'tag.may_not_create': '{field}: nur Admins dieses Teams dürfen neue Tags erstellen',
  'tag.unknown': '{field}: diesen Tag gibt es im Team nicht',
}

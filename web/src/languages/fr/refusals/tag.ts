import type { tagRefusals } from '@aliquot/contract/refusals/tag'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const tagWords: WordsFor<typeof tagRefusals> = {
  'tag.not_on_entry': 'Cette entrée n’a pas cette étiquette',
  'tag.not_in_team': 'L’équipe n’a pas cette étiquette',
  'tag.of_other_team': 'Cette étiquette est celle d’une autre équipe',
  'tag.may_not_manage': 'Seuls les admins de l’équipe peuvent gérer ses étiquettes',
  'tag.may_not_create': '{field} : seuls les admins de l’équipe peuvent créer de nouvelles étiquettes',
  'tag.unknown': '{field} : l’équipe n’a pas cette étiquette',
}

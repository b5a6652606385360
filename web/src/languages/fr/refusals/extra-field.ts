import type { extraFieldRefusals } from '@aliquot/contract/refusals/extra-field'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const extraFieldWords: WordsFor<typeof extraFieldRefusals> = {
  'extra_field.not_held': '{field} : doit contenir extra_fields',
  'extra_field.not_object': '{field} : le champ {name} doit être un objet',
  'extra_field.unknown': '{field} : aucun champ ne porte ce nom',
  'extra_field.linked_to_itself': '{field} : une entrée ne peut pas être liée à elle-même',
  'extra_field.too_many': '{field} : doit avoir au plus {most:count} champs supplémentaires',
  'extra_field.name_too_long': '{field} : le nom d’un champ supplémentaire doit avoir au plus {most:count} caractères',
}

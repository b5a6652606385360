import type { extraFieldRefusals } from '@aliquot/contract/refusals/extra-field'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const extraFieldWords: WordsFor<typeof extraFieldRefusals> = {
  'extra_field.not_held': '{field}: muss extra_fields enthalten',
  'extra_field.not_object': '{field}: das Feld {name} muss ein Objekt sein',
  'extra_field.unknown': '{field}: ein Zusatzfeld mit diesem Namen gibt es nicht',
  'extra_field.linked_to_itself': '{field}: ein Eintrag kann nicht auf sich selbst verweisen',
  'extra_field.too_many': '{field}: darf höchstens {most:count} Zusatzfelder haben',
  'extra_field.name_too_long': '{field}: der Name eines Zusatzfelds darf höchstens {most:count} Zeichen haben',
}

import type { passwordRefusals } from '@aliquot/contract/refusals/password'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const passwordWords: WordsFor<typeof passwordRefusals> = {
  'password.repeats': '{field} : trop facile à deviner, car il se répète',
  'password.common': '{field} : trop facile à deviner, car courant, trop régulier ou proche de votre nom',
  'password.no_capital': '{field} : doit contenir une majuscule',
  'password.no_small': '{field} : doit contenir une minuscule',
  'password.no_digit': '{field} : doit contenir un chiffre',
  'password.no_sign': '{field} : doit contenir un symbole',
  'password.wrong': '{field} : est incorrect',
  'password.current_missing': '{field} : est nécessaire pour changer de mot de passe',
  'password.used_link': '{field} : ce lien a déjà servi, a été remplacé, ou a expiré',
  'password.foreign_link': '{field} : n’est pas un lien de ce cahier',
}

import type { permissionRefusals } from '@aliquot/contract/refusals/permission'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const permissionWords: WordsFor<typeof permissionRefusals> = {
  'permission.not_lists': '{field} : doit contenir les listes teams, teamgroups et users',
  'permission.too_many': '{field} : {list} : au plus {most:count}',
  'permission.not_ids': '{field} : {list} doit être une liste de numéros',
  'permission.wrong_base': '{field} : le niveau doit être parmi {choices:list}',
  'permission.unknown_id': '{field} : {list} contient un identifiant inconnu : {id}',
  'permission.level_off': '{field} : cette instance ne permet pas le niveau {level} ({name})',
  'permission.immutable': '{field} : ce partage ne peut pas être modifié sur cette entrée',
}

import type { permissionRefusals } from '@aliquot/contract/refusals/permission'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const permissionWords: WordsFor<typeof permissionRefusals> = {
  'permission.not_lists': '{field}: muss die Listen teams, teamgroups und users enthalten',
  'permission.too_many': '{field}: {list} darf höchstens {most:count} haben',
  'permission.not_ids': '{field}: {list} muss eine Liste von IDs sein',
  'permission.wrong_base': '{field}: base muss eines von {choices:list} sein',
  'permission.unknown_id': '{field}: {list} hat eine unbekannte ID: {id}',
  'permission.level_off': '{field}: diese Instanz erlaubt die Stufe {level} ({name}) nicht',
  'permission.immutable': '{field}: diese Berechtigung lässt sich an diesem Eintrag nicht ändern',
}

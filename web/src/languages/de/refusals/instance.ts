import type { instanceRefusals } from '@aliquot/contract/refusals/instance'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const instanceWords: WordsFor<typeof instanceRefusals> = {
  'instance.may_not_configure': 'Nur Sysadmins lesen und ändern die Einstellungen der Instanz',
  'instance.may_not_audit': 'Nur Sysadmins lesen den Audit-Trail',
  'instance.may_not_see_health': 'Nur Sysadmins sehen den Zustand der Instanz',
  'instance.no_level_left': '{field}: eine Stufe muss erlaubt bleiben, sonst könnte niemand Berechtigungen setzen',
  'instance.not_domain': '{field}: {given} ist kein Domainname',
  'instance.not_subject': '{field}: ist kein Gegenstand des Journals',
  'instance.not_action': '{field}: ist keine Aktion dieser API',
}

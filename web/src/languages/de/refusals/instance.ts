import type { instanceRefusals } from '@aliquot/contract/refusals/instance'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const instanceWords: WordsFor<typeof instanceRefusals> = {
  'instance.may_not_configure': 'Nur Sysadmins können die Einstellungen der Instanz lesen und ändern',
  'instance.may_not_audit': 'Nur Sysadmins können den Audit-Trail lesen',
  'instance.may_not_see_health': 'Nur Sysadmins können den Zustand der Instanz sehen',
  'instance.no_level_left': '{field}: mindestens eine Stufe muss erlaubt bleiben',
  'instance.not_domain': '{field}: {given} ist kein Domainname',
  'instance.not_host': '{field}: muss Name oder Adresse eines Servers sein, ohne Port',
  'instance.not_subject': '{field}: ist kein Gegenstand des Journals',
  'instance.not_action': '{field}: ist keine Aktion dieser API',
  'instance.may_not_write_to_all': 'Nur Sysadmins können diese Nachricht senden',
  'instance.too_many_letters':
    'Sie können Ihrem Team {most:count}-mal pro Stunde schreiben. Versuchen Sie es später noch einmal',
  'instance.mail_failed': 'Die E-Mail konnte nicht gesendet werden: {problem}',
}

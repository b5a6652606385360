import type { teamRefusals } from '@aliquot/contract/refusals/team'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const teamWords: WordsFor<typeof teamRefusals> = {
  'team.not_found': 'Kein Team mit dieser ID',
  'team.not_member': 'Sie sind kein aktives Mitglied dieses Teams',
  'team.may_not_change': 'Nur Admins dieses Teams und Sysadmins können es ändern',
  'team.may_not_create': 'Nur Sysadmins können Teams erstellen',
  'team.no_mail': 'Auf dieser Instanz ist keine E-Mail eingerichtet: Nichts wurde gesendet',
  'team.no_welcome': 'Dieses Team hat keine Begrüßungs-E-Mail: Nichts wurde gesendet',
  'team.has_members': 'Dieses Team hat noch Mitglieder, archivierte eingeschlossen',
  'team.has_entries': 'Dieses Team hat noch Experimente oder Ressourcen',
  'team.quota_by_sysadmin': '{field}: nur Sysadmins können die Dateigrenze eines Teams setzen',
  'team.not_days': '{field}: muss eine Zahl von Tagen sein',
  'team.days_between': '{field}: muss eine Zahl von {least:count} bis {most:count} Tagen sein',
  'team.not_bytes': '{field}: muss eine Zahl von Byte sein, oder null',
  'team.not_size': '{field}: muss eine Zahl von Byte, eine Größe wie {example} oder null sein',
  'team.not_users': '{field}: muss eine Liste von Benutzer-IDs sein',
}

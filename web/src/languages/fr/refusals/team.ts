import type { teamRefusals } from '@aliquot/contract/refusals/team'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const teamWords: WordsFor<typeof teamRefusals> = {
  'team.not_found': 'Cette équipe n’existe pas',
  'team.not_member': 'Vous n’êtes pas un membre actif de cette équipe',
  'team.may_not_change': 'Seuls ses admins et les admins système peuvent la modifier',
  'team.may_not_create': 'Seuls les admins système peuvent créer des équipes',
  'team.no_mail': 'Le courrier n’est pas configuré : rien n’est parti',
  'team.no_welcome': 'Cette équipe n’a pas d’e-mail de bienvenue : rien n’est parti',
  'team.has_members': 'Cette équipe a encore des membres, archivés compris',
  'team.has_entries': 'Cette équipe a encore des expériences ou des ressources',
  'team.quota_by_sysadmin': '{field} : seuls les admins système peuvent fixer la limite de fichiers d’une équipe',
  'team.not_days': '{field} : doit être un nombre de jours',
  'team.days_between': '{field} : doit être un nombre de jours de {least:count} à {most:count}',
  'team.not_bytes': '{field} : doit être un nombre d’octets, ou null',
  'team.not_size': '{field} : doit être un nombre d’octets, une taille comme {example}, ou null',
  'team.not_users': '{field} : doit être une liste de numéros de personnes',
}

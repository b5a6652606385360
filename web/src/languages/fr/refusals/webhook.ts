import type { webhookRefusals } from '@aliquot/contract/refusals/webhook'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const webhookWords: WordsFor<typeof webhookRefusals> = {
  'webhook.not_found': 'Ce webhook n’existe pas',
  'webhook.delivery_not_found': 'Cet envoi n’existe pas',
  'webhook.may_not_team': 'Seuls les admins de l’équipe peuvent avoir des webhooks pour elle',
  'webhook.may_not_instance': 'Seuls les sysadmins peuvent avoir des webhooks pour l’instance',
  'webhook.too_many': 'Il y a déjà {most:count} webhooks ici, le maximum',
  'webhook.not_url': '{field} : doit être une adresse comme https://receiver.example.org/path',
  'webhook.not_https':
    '{field} : doit commencer par https://. L’exploitant peut autoriser http:// pour des adresses de son réseau',
  'webhook.with_password':
    '{field} : ne doit contenir ni nom d’utilisateur ni mot de passe. La signature prouve l’expéditeur',
  'webhook.inside': '{field} : mène à une adresse que l’exploitant de ce cahier n’a pas autorisée',
  'webhook.unknown_kind': '{field} : « {given} » n’est pas un type de changement, voir /api/docs',
  'webhook.no_kind': '{field} : doit nommer au moins un type, ou ["*"] pour tous',
}

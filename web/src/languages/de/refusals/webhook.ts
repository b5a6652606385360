import type { webhookRefusals } from '@aliquot/contract/refusals/webhook'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const webhookWords: WordsFor<typeof webhookRefusals> = {
  'webhook.not_found': 'Diesen Webhook gibt es nicht',
  'webhook.delivery_not_found': 'Diese Zustellung gibt es nicht',
  'webhook.may_not_team': 'Nur Admins des Teams können Webhooks für das Team haben',
  'webhook.may_not_instance': 'Nur Sysadmins können Webhooks für die Instanz haben',
  'webhook.too_many': 'Hier gibt es schon {most:count} Webhooks, mehr sind nicht möglich',
  'webhook.not_url': '{field}: muss eine Adresse wie https://receiver.example.org/path sein',
  'webhook.not_https':
    '{field}: muss mit https:// beginnen. Der Betreiber kann http:// für Adressen des eigenen Netzes erlauben',
  'webhook.with_password':
    '{field}: darf weder Benutzernamen noch Passwort enthalten. Die Signatur beweist den Absender',
  'webhook.inside': '{field}: führt zu einer Adresse, die der Betreiber dieses Laborbuchs nicht erlaubt hat',
  'webhook.unknown_kind': '{field}: „{given}“ ist keine Art von Änderung, siehe /api/docs',
  'webhook.no_kind': '{field}: muss mindestens eine Art nennen, oder ["*"] für alle',
}

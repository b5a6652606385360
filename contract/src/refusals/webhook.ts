/** Webhooks. */
export const webhookRefusals = {
  'webhook.not_found': 'No webhook with this id',
  'webhook.delivery_not_found': 'No delivery with this id',
  'webhook.may_not_team': 'Only admins of the team can have webhooks for it',
  'webhook.may_not_instance': 'Only sysadmins can have webhooks for the instance',
  'webhook.too_many': 'There are already {most:count} webhooks here, which is the most',
  'webhook.not_url': '{field}: must be an address like https://receiver.example.org/path',
  'webhook.not_https':
    '{field}: must begin with https://. The operator can allow http:// for addresses of their own network',
  'webhook.with_password': '{field}: must not contain a user name or password. The signature proves who sends',
  'webhook.inside': '{field}: leads to an address that the operator of this notebook has not allowed',
  'webhook.unknown_kind': '{field}: "{given}" is not a kind of change, see /api/docs',
  'webhook.no_kind': '{field}: must name at least one kind, or ["*"] for all',
} as const

import type { OffReason, WebhookScope } from '@aliquot/contract/webhooks'
import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** Addresses to which changes are sent. */
export interface WebhooksTable {
  id: Generated<number>
  /** The owner: what is sent is what this person may see in the team. */
  userid: number
  team: number
  scope: WebhookScope
  url: string
  /** JSON of the kinds, `["*"]` for all. */
  kinds: string
  entity_type: string | null
  active: number
  /** Why the service switched it off. */
  off_reason: OffReason | null
  /** Encrypted, because it must sign. */
  secret: string
  /** The one before, which signs for a day after a rotation. */
  previous_secret: string | null
  previous_until: string | null
  created_at: string
  modified_at: string
  version: Generated<number>
}

export const webhooksTable = table<WebhooksTable>()({
  name: 'webhooks',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'webhook',
    id: 'id',
    values: (row) => [
      ...[row.id, row.userid, row.team, row.scope, row.url, row.kinds, row.entity_type, row.active, row.off_reason],
      ...[row.secret, row.previous_secret, row.previous_until, row.created_at, row.modified_at, row.version],
    ],
  },
  people: { userid: 'removed' },
})

/** How far each webhook has got. */
export interface WebhookStatesTable {
  webhook_id: number
  /** Everything up to this place in the feed is delivered: see `Place` of the feed. */
  position: number
  sub: number
  since: number
  /** Grows when somebody wants changes sent again: deliveries of earlier rounds count no more. */
  round: Generated<number>
  failing_since: string | null
}

export const webhookStatesTable = table<WebhookStatesTable>()({
  name: 'webhook_states',
  key: ['webhook_id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it moves with each delivery' },
})

/** One row for each attempt. */
export interface WebhookDeliveriesTable {
  id: Generated<number>
  webhook_id: number
  /** The place of the change in the feed; position 0 for a test. */
  position: number
  sub: number
  /** The round in which it counts as delivered; -1 for what somebody had sent beside the order. */
  round: number
  kind: string
  message: string
  cursor: string | null
  at: string
  status: number | null
  ms: number
  attempt: number
  error: string | null
}

export const webhookDeliveriesTable = table<WebhookDeliveriesTable>()({
  name: 'webhook_deliveries',
  key: ['id'],
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'a log of what was sent, which ends after 30 days' },
})

/** The process that delivers: one row. */
export interface WebhookTurnTable {
  id: number
  holder: string
  until: string
}

export const webhookTurnTable = table<WebhookTurnTable>()({
  name: 'webhook_turn',
  key: ['id'],
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'a lease of less than a minute' },
})

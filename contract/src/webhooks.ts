import { z } from 'zod'
import { CHANGE_KINDS, type ChangeKind } from './change-kinds.ts'
import { EntityType, Flag, FlagInput, Id, Instant, idOf, Paging, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { issueOf, says } from './refusals/schema.ts'

export const WEBHOOK_SCOPES = ['user', 'team', 'instance'] as const
const Scope = z.enum(WEBHOOK_SCOPES)
export type WebhookScope = z.infer<typeof Scope>

/** Why a webhook was switched off by the service. */
export const OFF_REASONS = ['gone', 'failing', 'owner', 'secret', 'operator'] as const
export type OffReason = (typeof OFF_REASONS)[number]

/** Stands for all kinds. */
export const ALL_KINDS = '*'

export const Webhook = z
  .object({
    id: Id,
    scope: Scope.meta({ description: 'For whom: a person, a team or the instance' }),
    team: Id.meta({ description: 'The team in which its owner reads' }),
    userid: Id.meta({ description: 'The owner: what is sent is what this person may see' }),
    fullname: z.string(),
    url: z.string().meta({ description: 'Where changes are sent' }),
    kinds: z.array(z.string()).meta({ description: 'Kinds of changes, as in the feed; ["*"]: all' }),
    entity_type: EntityType.nullable().meta({ description: 'Only entries of this type; null: everything' }),
    active: Flag.meta({ description: '1: changes are sent' }),
    off_reason: z.enum(OFF_REASONS).nullable().meta({
      description:
        'Why the service switched it off: `gone` (the receiver answered 410), `failing` (for three days), `owner` (may no longer have it), `secret` (cannot be decrypted), `operator` (on the command line); null: nobody did, or a person',
    }),
    failing_since: Timestamp.nullable().meta({ description: 'Since when deliveries fail; null: they do not' }),
    previous_until: Timestamp.nullable().meta({
      description: 'Until when the former secret signs, too; null: it does not',
    }),
    created_at: Timestamp,
    modified_at: Timestamp,
  })
  .register(namedRecords, {
    name: 'Webhook',
    description: 'An address to which changes are sent. Its secret is never shown again',
  })
export type Webhook = z.infer<typeof Webhook>

export const WebhookDelivery = z
  .object({
    id: Id,
    change: z.string().nullable().meta({ description: 'The cursor of the change that was sent; null for a test' }),
    kind: z.string().meta({ description: 'The kind of that change, or `webhook.test`' }),
    message: z.string().meta({ description: 'The header webhook-id, the same for each attempt' }),
    at: z.string().meta({ description: 'When the attempt began, in UTC: 2026-03-02T09:15:40.123Z' }),
    status: z.int().nullable().meta({ description: 'The status of the answer; null: there was none' }),
    ms: z.int().meta({ description: 'How long it took, in milliseconds' }),
    attempt: z.int().meta({ description: '1: the first attempt' }),
    error: z.string().nullable().meta({ description: 'Why it failed; null: it was delivered' }),
    reason: z.string().nullable().meta({ description: 'The same for programs' }),
  })
  .register(namedRecords, { name: 'WebhookDelivery', description: 'One attempt to deliver one change' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookSecret = z.object({
  id: Id,
  secret: z
    .string()
    .meta({ description: 'Shown only here. Receivers check the signature with it', example: 'whsec_…' }),
})
export type WebhookSecret = z.infer<typeof WebhookSecret>

const MOST_URL = 2000
const Url = Text.pipe(z.string().min(1).max(MOST_URL)).meta({
  description: 'https://…; http:// only inside networks that the operator has allowed',
})

const Kinds = z
  .array(z.string(), says('field.not_texts'))
  .max(1000)
  .transform((sent, check): string[] => {
    const unknown = sent.find((kind) => kind !== ALL_KINDS && !Object.hasOwn(CHANGE_KINDS, kind))
    if (unknown !== undefined) check.addIssue(issueOf('webhook.unknown_kind', { given: unknown.slice(0, 100) }))
    else if (sent.length === 0) check.addIssue(issueOf('webhook.no_kind'))
    return sent.includes(ALL_KINDS) ? [ALL_KINDS] : [...new Set(sent)]
  })
  .meta({ type: 'array', description: 'Kinds of changes, as in the feed. Default: ["*"], all' })

const EntityFilter = EntityType.nullable().optional().meta({ description: 'Only entries of this type' })
const Active = FlagInput.optional().meta({
  description: '0: nothing is sent until it is 1 again. Then it goes on where it was',
})

export const NewWebhook = z.strictObject({
  url: Url,
  kinds: Kinds.optional(),
  scope: Scope.optional().meta({ description: 'Default: user. team: for admins. instance: for sysadmins' }),
  entity_type: EntityFilter,
  active: Active,
})
export type NewWebhook = z.output<typeof NewWebhook>

export const WebhookPatch = z.strictObject({
  url: Url.optional(),
  kinds: Kinds.optional(),
  entity_type: EntityFilter,
  active: Active,
})
export type WebhookPatch = z.output<typeof WebhookPatch>

export const WebhookAction = z.strictObject({
  action: z.enum(['test', 'rotate', 'redeliver']).meta({
    description: '`test`: send a test. `rotate`: make a new secret. `redeliver`: send everything since `since` again',
  }),
  since: Instant.optional().meta({ description: 'With `redeliver`: from when on' }),
})
export type WebhookAction = z.output<typeof WebhookAction>

export const WebhookResult = z.object({
  id: Id,
  secret: z.string().optional().meta({ description: 'After `rotate`: the new secret, shown only here' }),
  previous_until: Timestamp.optional().meta({ description: 'After `rotate`: until when the former one signs, too' }),
  delivery: WebhookDelivery.optional().meta({ description: 'After `test`: how it went' }),
})
export type WebhookResult = z.infer<typeof WebhookResult>

const Redelivery = z.strictObject({
  action: z.literal('redeliver').meta({ description: '`redeliver`: send it once more, now' }),
})

/** Kinds that are about the reader alone: only webhooks of a person get them. */
export const PERSONAL_KINDS: readonly ChangeKind[] = (Object.keys(CHANGE_KINDS) as ChangeKind[]).filter((kind) =>
  /^(notification|pin|favtag|follow|todo|view|apikey|webhook)\./.test(kind),
)

const tag = {
  name: 'Webhooks',
  about: 'Addresses to which changes are sent as they happen, in the format of Standard Webhooks.',
}
const all = { path: '/webhooks', tag, noStore: true } as const
const one = { path: '/webhooks/:id', params: z.object({ id: idOf('webhook') }), tag, noStore: true } as const

export const webhooks = {
  list: endpoint({
    ...all,
    name: 'getWebhooks',
    method: 'GET',
    access: 'account',
    summary: 'Your webhooks, those of the team for its admins, and those of the instance for sysadmins',
    query: Paging.extend({ scope: Scope.optional().meta({ description: 'Only these' }) }),
    reply: z.array(Webhook),
    status: 200,
    errors: [],
    list: true,
  }),
  add: endpoint({
    ...all,
    name: 'postWebhook',
    method: 'POST',
    access: 'account',
    summary: 'Have changes sent to an address from now on. The answer has the secret, once',
    body: NewWebhook,
    example: { url: 'https://receiver.example.org/aliquot', kinds: ['experiment.created', 'comment.created'] },
    reply: WebhookSecret,
    status: 201,
    errors: [403, 422],
  }),
  read: endpoint({
    ...one,
    name: 'getWebhook',
    method: 'GET',
    summary: 'One webhook',
    reply: Webhook,
    status: 200,
    errors: [404],
  }),
  patch: endpoint({
    ...one,
    name: 'patchWebhook',
    method: 'PATCH',
    summary: 'Change, pause or resume a webhook',
    details: 'Whoever changes the webhook of a team or of the instance, other than to pause it, becomes its owner.',
    body: WebhookPatch,
    example: { active: 0 },
    reply: Webhook,
    status: 200,
    errors: [403, 404, 412],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteWebhook',
    method: 'DELETE',
    summary: 'Remove a webhook with the log of its deliveries',
    status: 204,
    errors: [404, 412],
  }),
  act: endpoint({
    ...one,
    name: 'postWebhookAction',
    method: 'POST',
    summary: 'Send a test, make a new secret, or send everything since an instant again',
    body: WebhookAction,
    example: { action: 'redeliver', since: '2026-03-02T10:15:40Z' },
    reply: WebhookResult,
    status: 200,
    errors: [403, 404],
  }),
  deliveries: endpoint({
    path: '/webhooks/:id/deliveries',
    params: z.object({ id: idOf('webhook') }),
    tag,
    noStore: true,
    name: 'getWebhookDeliveries',
    method: 'GET',
    summary: 'The attempts of the last 30 days, newest first',
    query: Paging,
    reply: z.array(WebhookDelivery),
    status: 200,
    errors: [404],
    list: true,
  }),
  redeliver: endpoint({
    path: '/webhooks/:id/deliveries/:did',
    params: z.object({ id: idOf('webhook'), did: idOf('delivery') }),
    tag,
    noStore: true,
    name: 'postWebhookDelivery',
    method: 'POST',
    summary: 'Send one change once more, now',
    body: Redelivery,
    example: { action: 'redeliver' },
    reply: WebhookDelivery,
    status: 200,
    errors: [404],
  }),
}

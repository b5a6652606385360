import { z } from 'zod'
import { CHANGE_KIND_NAMES, CHANGE_KINDS, type ChangeKind } from './change-kinds.ts'
import { EntityType, FlagInput, Id, MAX_ID } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { issueOf, says } from './refusals/schema.ts'

/** The longest wait for something to happen. */
export const MOST_WAIT_SECONDS = 60
export const MOST_CHANGES = 1000
const USUAL_CHANGES = 100

const Kind = z.enum(CHANGE_KIND_NAMES)

export const FeedChange = z
  .object({
    cursor: z.string().meta({ description: 'The place right after this change: value of `after`' }),
    at: z.string().meta({ description: 'The instant, in UTC: 2026-03-02T09:15:40.123Z' }),
    kind: Kind.meta({ description: 'What happened' }),
    entity: z
      .object({
        type: EntityType,
        id: Id,
        elabid: z.string().nullable().meta({ description: 'Permanent id' }),
        title: z.string().nullable().meta({ description: 'Its title of now; null with access.lost' }),
      })
      .nullable()
      .meta({ description: 'The entry that it belongs to; null for what belongs to none' }),
    subject: z
      .object({ type: z.string().meta({ description: 'entity, comment, step, upload …' }), id: Id })
      .meta({ description: 'What was changed' }),
    author: z
      .object({ userid: Id, fullname: z.string() })
      .nullable()
      .meta({ description: 'Who did it; null for the system itself' }),
    fields: z.array(z.string()).meta({ description: 'Names of what changed' }),
    values: z
      .record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))
      .optional()
      .meta({ description: 'With `values=1`: the old and the new value of each field' }),
  })
  .register(namedRecords, { name: 'FeedChange', description: 'One line of the feed' })
export type FeedChange = z.infer<typeof FeedChange>

export const FeedPage = z
  .object({
    changes: z.array(FeedChange).meta({ description: 'Oldest first. May be empty although there is more' }),
    cursor: z.string().meta({ description: 'Value of `after` for what comes next' }),
    more: z.boolean().meta({ description: 'True: ask again at once. False: this is the end for now' }),
  })
  .register(namedRecords, { name: 'FeedPage', description: 'A page of the feed' })
export type FeedPage = z.infer<typeof FeedPage>

const Whole = z.string().regex(/^\d{1,15}$/, says('field.not_number'))
const given = <T>(read: (text: string) => T) => Whole.optional().transform((text) => (text ? read(text) : undefined))
const id = given((text) => Math.min(Number(text), MAX_ID))

/** `experiment.updated,comment.created`, or the parameter several times. */
const Kinds = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((sent, check): ChangeKind[] | undefined => {
    if (sent === undefined) return undefined
    const kinds = [sent].flat().flatMap((text) => text.split(','))
    const isKind = (text: string): text is ChangeKind => Object.hasOwn(CHANGE_KINDS, text)
    if (kinds.every(isKind)) return kinds
    check.addIssue(issueOf('changes.unknown_kind', { given: kinds.find((kind) => !isKind(kind)) ?? '' }))
    return z.NEVER
  })

export const FeedQuery = z.object({
  after: z.string().max(200, says('changes.not_cursor')).optional().meta({
    description: 'A cursor of an earlier answer; `now` for only what comes; absent: from the beginning',
    example: 'now',
  }),
  limit: given((text) => Math.min(Math.max(Number(text), 1), MOST_CHANGES))
    .transform((limit) => limit ?? USUAL_CHANGES)
    .meta({ type: 'integer', minimum: 1, maximum: MOST_CHANGES, description: 'The most changes of a page' }),
  wait: z
    .string()
    .regex(/^\d{1,3}$/, says('field.whole_between', { least: 0, most: MOST_WAIT_SECONDS }))
    .optional()
    .transform((text) => Number(text ?? 0))
    .refine(
      (seconds) => seconds <= MOST_WAIT_SECONDS,
      says('field.whole_between', { least: 0, most: MOST_WAIT_SECONDS }),
    )
    .meta({
      type: 'integer',
      minimum: 0,
      maximum: MOST_WAIT_SECONDS,
      description: 'Seconds to wait for something to happen, if there is nothing yet',
    }),
  entity_type: EntityType.optional().meta({ description: 'Only entries of this type' }),
  entity_id: id.meta({ type: 'integer', description: 'Only this entry' }),
  team: id.meta({ type: 'integer', description: 'Only entries of this team' }),
  kind: Kinds.meta({
    type: 'string',
    description: 'Only these kinds, separated by commas or as several parameters',
    example: 'experiment.updated,comment.created',
  }),
  author: id.meta({ type: 'integer', description: 'Only what this person did' }),
  own: FlagInput.optional().meta({ description: '1: only entries that you own' }),
  values: FlagInput.optional().meta({ description: '1: with the old and the new values' }),
})
export type FeedQuery = z.output<typeof FeedQuery>

/** The filters of the feed. What a page holds and waits for means nothing to a stream. */
export const StreamQuery = FeedQuery.omit({ limit: true, wait: true })
export type StreamQuery = z.output<typeof StreamQuery>

/** What a stream sends besides changes. It has no id, and is not repeated after a pause: read again what it names. */
export const STREAM_SIGNALS = ['agents', 'notifications', 'jobs'] as const
export type StreamSignal = (typeof STREAM_SIGNALS)[number]

const STREAM_EXAMPLE = `retry: 2000
id: AAAAAAApAAAAAAAAAAAAAKq1x0Zr2B9c
: open

id: AAAAAAAqAAAAAAAAAAAAAAMDw9l3ySdq
event: experiment.updated
data: {"cursor":"AAAAAAAqAAAAAAAAAAAAAAMDw9l3ySdq","at":"2026-03-02T09:15:40.123Z","kind":"experiment.updated","entity":{"type":"experiments","id":7,"elabid":"20260302-1f","title":"Crystals"},"subject":{"type":"entity","id":7},"author":{"userid":3,"fullname":"Ada Lovelace"},"fields":["title"]}

event: notifications
data: {}

`

const tag = { name: 'Changes', about: 'The feed: everything that happens, for programs that follow it.' }

const kindLines = (Object.entries(CHANGE_KINDS) as [ChangeKind, string][])
  .map(([kind, sentence]) => `- \`${kind}\`: ${sentence}`)
  .join('\n')

export const changes = {
  list: endpoint({
    name: 'readChanges',
    method: 'GET',
    path: '/changes',
    summary: 'What happened, in order, as far as you may see it now',
    details: `Keep \`cursor\` and send it as \`after\` to go on. Nothing is told twice and nothing is left out. The kinds:\n\n${kindLines}`,
    tag,
    access: 'account',
    noStore: true,
    query: FeedQuery,
    repeated: ['kind'],
    reply: FeedPage,
    status: 200,
    errors: [],
  }),
  stream: endpoint({
    name: 'followChanges',
    method: 'GET',
    path: '/changes/stream',
    summary: 'The same as it happens, as server-sent events',
    details: [
      '`id` is the cursor, `event` the kind, `data` one change as in the feed. `Last-Event-ID` goes on from there, and counts before `after`.',
      'A comment comes at least every 15 seconds, with a new `id` if nothing for you has happened meanwhile.',
      'The events `agents`, `notifications` and `jobs` have no id: read these again.',
      'It ends when the key or session ends, and when you read too slowly: connect again.',
    ].join(' '),
    tag,
    access: 'account',
    noStore: true,
    query: StreamQuery,
    repeated: ['kind'],
    content: ['text/event-stream'],
    contentExample: STREAM_EXAMPLE,
    status: 200,
    errors: [],
  }),
}

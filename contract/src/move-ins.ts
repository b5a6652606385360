import { z } from 'zod'
import { ErrorBody, Id, idOf, Paging, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { MoveInReport } from './move-in.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'

export const MOVE_IN_STATES = ['running', 'done', 'failed', 'stopped', 'interrupted'] as const
export type MoveInState = (typeof MOVE_IN_STATES)[number]

export const MOVE_IN_ACTIONS = ['start', 'stop'] as const
export type MoveInAction = (typeof MOVE_IN_ACTIONS)[number]

const facts = {
  id: Id,
  from: z.string().meta({ description: 'Address of the other server' }),
  userid: Id.meta({ description: 'Who started it last, and answers for it' }),
  fullname: z.string().meta({ description: 'Their name' }),
  state: z.enum(MOVE_IN_STATES).meta({
    description: '`interrupted`: the service ended meanwhile. It goes on where it was, with the keys again',
  }),
  dry_run: z.boolean().meta({ description: 'It only looks, and makes nothing' }),
  phase: z.string().meta({ description: 'What it is at, for a program' }),
  done: z.int().meta({ description: 'How much of it is done' }),
  total: z.int().nullable().meta({ description: 'Of how much; null: not counted yet' }),
  needs_keys: z
    .boolean()
    .meta({ description: 'The service does not have the keys any more, so a start must bring them' }),
  actions: z.array(z.enum(MOVE_IN_ACTIONS)).meta({ description: 'What can be done with it now' }),
  error: ErrorBody.pick({ code: true, message: true, reason: true, field: true, params: true })
    .nullable()
    .meta({ description: 'Why it failed; null: it did not' }),
  created_at: Timestamp,
  modified_at: Timestamp,
}

export const ListedMoveIn = z
  .object(facts)
  .register(namedRecords, { name: 'ListedMoveIn', description: 'Another server that moves in, in a list' })
export type ListedMoveIn = z.output<typeof ListedMoveIn>

export const MoveIn = z
  .object({
    ...facts,
    report: MoveInReport.nullable().meta({ description: 'What the last run found or made; null: none has ended' }),
  })
  .register(namedRecords, { name: 'MoveIn', description: 'Another server whose notebook moves in' })
export type MoveIn = z.output<typeof MoveIn>

const MOST_KEYS = 50

const Keys = z
  .array(
    z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{1,500}$/, says('move_in.not_key')),
  )
  .min(1)
  .max(MOST_KEYS)
  .meta({ description: 'API keys of the other server. What one may not read another may. They are stored nowhere' })

const NewMoveIn = z.object({
  from: Text.trim()
    .min(1)
    .max(500)
    .meta({ description: 'Address of the other server, such as https://eln.example.org' }),
  keys: Keys,
  dry_run: z.boolean().default(true).meta({ description: 'Only look, and make nothing' }),
})
export type NewMoveIn = z.output<typeof NewMoveIn>

const MoveInPatch = z.strictObject({
  action: z.enum(MOVE_IN_ACTIONS, says('field.one_of', { choices: MOVE_IN_ACTIONS })),
  keys: Keys.optional().meta({ description: 'With `start`: other keys, or the same again after a restart' }),
  dry_run: z.boolean().optional().meta({ description: 'With `start`: only look, and make nothing' }),
})
export type MoveInPatch = z.output<typeof MoveInPatch>

const tag = {
  name: 'Moving in',
  about: 'For sysadmins: the notebook of another server, of eLabFTW or Aliquot, comes over through its API.',
}
const one = { path: '/move_ins/:id', params: z.object({ id: idOf('move_in') }), tag, noStore: true as const }

export const moveIns = {
  list: endpoint({
    tag,
    path: '/move_ins',
    name: 'readMoveIns',
    method: 'GET',
    noStore: true,
    summary: 'Other servers that move in, the latest first. For sysadmins',
    query: Paging,
    reply: z.array(ListedMoveIn),
    status: 200,
    errors: [403],
    list: true,
  }),
  add: endpoint({
    tag,
    path: '/move_ins',
    name: 'postMoveIns',
    method: 'POST',
    summary: 'Look at another server, or bring its notebook here, in the background. For sysadmins',
    details:
      'An address has one record, whose id is in `Location`: a further call looks again, or brings what changed since. ' +
      'Read it until its state is no longer `running`.',
    body: NewMoveIn,
    example: { from: 'https://eln.example.org', keys: ['4-0123456789abcdef'], dry_run: true },
    status: 201,
    errors: [403, 422],
  }),
  read: endpoint({
    ...one,
    name: 'readMoveIn',
    method: 'GET',
    summary: 'How far it is, and what came of it. For sysadmins',
    reply: MoveIn,
    status: 200,
    errors: [403, 404],
  }),
  act: endpoint({
    ...one,
    name: 'patchMoveIn',
    method: 'PATCH',
    summary: 'Start it (again), or stop it. For sysadmins',
    body: MoveInPatch,
    example: { action: 'stop' },
    reply: MoveIn,
    status: 200,
    errors: [403, 404, 422],
  }),
}

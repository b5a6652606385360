import { z } from 'zod'
import { EntityType, Flag, FlagInput, Id, idOf, MAX_ID, Paging, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Words } from './entity-input.ts'
import { STEP_LIMIT } from './limits.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'

/** A step of an entry. The same shape in lists, alone, and inside the entry's record. */
export const Step = z
  .object({
    id: Id,
    item_id: Id.meta({ description: 'The entry, whatever its type' }),
    body: z.string(),
    ordering: z.int().nullable(),
    finished: Flag,
    finished_time: Timestamp.nullable().meta({ description: 'When it was last marked as finished or unfinished' }),
    deadline: Timestamp.nullable(),
    deadline_notif: Flag.meta({ description: '1: somebody is told when the deadline comes near' }),
    is_immutable: Flag.meta({ description: '1: text and place cannot be changed in experiments and resources' }),
  })
  .register(namedRecords, { name: 'Step', description: 'Something to do in an entry' })
export type Step = z.infer<typeof Step>

/** The longest text of a changed step. A new one is truncated, see NEW_STEP_LIMIT. */
const MOST_CHARACTERS = STEP_LIMIT.most

export const NewStep = z.object({
  body: Words.optional().meta({ description: 'One line, at most 255 characters of it are kept. Empty: Untitled' }),
  action: z.literal('create').optional(),
})

const TimeText = z.union([Text, z.null()], says('field.not_moment_or_null', { example: '2026-03-02 10:15:00' })).meta({
  type: ['string', 'null'],
  description: 'YYYY-MM-DD HH:MM:SS in the time zone of the instance; null or empty: none',
})

export const StepAttributes = z
  .strictObject({
    body: Words.pipe(z.string().max(MOST_CHARACTERS)),
    deadline: TimeText,
    finished_time: TimeText,
    is_immutable: FlagInput.meta({ description: 'Steps of templates only' }),
    action: z.literal('update'),
  })
  .partial()
export type StepAttributes = z.output<typeof StepAttributes>

/** The actions of a step. The last two apply to all steps of the entry. */
export const STEP_ACTIONS = ['finish', 'notif', 'notifdestroy', 'forcelock', 'forceunlock'] as const
export type StepAction = (typeof STEP_ACTIONS)[number]

export const StepPatch = z.discriminatedUnion(
  'action',
  [
    StepAttributes,
    z.object({
      action: z.literal(STEP_ACTIONS).meta({
        description:
          'finish turns finished on and off, notif the notification before the deadline; notifdestroy takes that one away; ' +
          'forcelock and forceunlock set is_immutable of every step of the entry',
      }),
    }),
  ],
  says('step.not_action'),
)
export type StepPatch = z.output<typeof StepPatch>

const ORDER_MOST = 10_000

/** Actions on all steps: immutability or a new order. */
export const StepsPatch = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal(['forcelock', 'forceunlock']) }),
    z.strictObject({
      action: z.literal('update').optional(),
      ordering: z
        .array(z.int().min(1).max(MAX_ID), says('field.not_ids'))
        .max(ORDER_MOST, says('field.at_most', { most: ORDER_MOST }))
        .meta({ description: 'The ids of all steps of the entry, in the new order' }),
    }),
  ],
  says('step.not_action_of_all'),
)
export type StepsPatch = z.output<typeof StepsPatch>

const tag = { name: 'Steps', about: 'What is to do in an entry, with deadlines.' }
const all = {
  path: '/:entity_type/:id/steps',
  params: z.object({ entity_type: EntityType, id: PathId }),
  tag,
}
const one = {
  path: '/:entity_type/:id/steps/:subid',
  params: z.object({ entity_type: EntityType, id: PathId, subid: idOf('step') }),
  tag,
}

export const steps = {
  list: endpoint({
    ...all,
    name: 'readEntitySteps',
    method: 'GET',
    access: 'readers',
    summary: 'The steps of an entry, in their order',
    query: Paging,
    reply: z.array(Step),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  read: endpoint({
    ...one,
    name: 'readEntityStep',
    method: 'GET',
    access: 'readers',
    summary: 'One step',
    reply: Step,
    status: 200,
    errors: [403, 404],
  }),
  add: endpoint({
    ...all,
    aliases: [one.path],
    name: 'postEntitySteps',
    method: 'POST',
    summary: 'Add a step after the others',
    body: NewStep,
    example: { body: 'Dilute the sample to 10 µM' },
    status: 201,
    errors: [403, 404, 422],
  }),
  edit: endpoint({
    ...one,
    name: 'patchEntityStep',
    method: 'PATCH',
    summary: 'Change a step, or do something to it with an action',
    body: StepPatch,
    example: { action: 'finish' },
    repeatable: true,
    reply: Step,
    status: 200,
    errors: [403, 404, 412],
  }),
  editAll: endpoint({
    ...all,
    name: 'patchEntitySteps',
    method: 'PATCH',
    summary: 'Make all steps immutable, or end that, or give them another order; answers all of them',
    body: StepsPatch,
    example: { action: 'forcelock' },
    repeatable: true,
    reply: z.array(Step),
    status: 200,
    errors: [403, 404],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteEntityStep',
    method: 'DELETE',
    summary: 'Delete a step',
    status: 204,
    errors: [403, 404, 412],
  }),
}

/** `["12", "Dilute the sample"]`: id and text. */
const UnfinishedStep = z.tuple([z.string(), z.string()])

const WithUnfinishedSteps = z.object({
  id: Id,
  title: z.string(),
  steps: z.array(UnfinishedStep).meta({ description: 'Id, as text, and text of each; the first 100 in their order' }),
})
export type WithUnfinishedSteps = z.infer<typeof WithUnfinishedSteps>

/** The most entries of each type in an answer, and their number if the query has no limit. */
export const MOST_UNFINISHED = 500

const UnfinishedQuery = z.object({
  scope: z
    .enum(['user', 'team', ''], says('list.team_or_own'))
    .optional()
    .transform((scope) => scope === 'team')
    .meta({
      type: 'string',
      enum: ['team'],
      description: 'team: entries of the team in which you act. Default: your own',
    }),
  limit: Paging.shape.limit
    .transform((limit) => Math.min(limit || MOST_UNFINISHED, MOST_UNFINISHED))
    .meta({
      type: 'integer',
      minimum: 0,
      description: `How many entries of each type, at most ${MOST_UNFINISHED}. Absent or 0: ${MOST_UNFINISHED}.`,
    }),
  offset: Paging.shape.offset.meta({ description: 'How many entries of each type to skip' }),
})

/** Larger totals are not counted, because that would cost more than the page. */
export const MOST_UNFINISHED_COUNTED = 10_000

const UnfinishedTotal = z
  .int()
  .meta({ description: `How many entries there are in all; ${MOST_UNFINISHED_COUNTED}: at least so many` })

export const unfinishedSteps = {
  read: endpoint({
    name: 'readUnfinishedSteps',
    method: 'GET',
    access: 'account',
    path: '/unfinished_steps',
    tag,
    summary: 'What is still to do in experiments and resources, the newest entries first',
    query: UnfinishedQuery,
    reply: z.object({
      experiments: z.array(WithUnfinishedSteps),
      items: z.array(WithUnfinishedSteps),
      experiments_total: UnfinishedTotal,
      items_total: UnfinishedTotal,
    }),
    status: 200,
    errors: [],
  }),
}

import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { Flag, Id, idOf, MAX_ID, Paging, PathId, SwitchInput, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { NAME_LIMIT } from './limits.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'

/** A category or a status of a team. */
export const Label = z
  .object({
    id: Id,
    title: z.string(),
    color: z.string().meta({ description: 'Six hexadecimal digits' }),
    ordering: z.int().nullable().meta({ description: 'Lists start with the smallest; null comes first' }),
    state: z.int().meta({ description: '1 normal, 2 archived, 3 deleted' }),
    team: Id,
    is_private: Flag.meta({ description: '0: other teams may use it, too' }),
  })
  .register(namedRecords, { name: 'Label', description: 'A category or a status' })
export type Label = z.infer<typeof Label>

export const ListedLabel = Label.extend({
  team_name: z.string(),
  is_current_team: Flag.meta({ description: '1: of the team in which you act' }),
}).register(namedRecords, { name: 'ListedLabel', description: 'A category or a status as lists show it' })
export type ListedLabel = z.infer<typeof ListedLabel>

const STATES = [1, 2, 3]

export const LabelsQuery = Paging.extend({
  state: z
    .string()
    .optional()
    .transform((text) => (text ?? '').split(',').map(Number).filter(Boolean))
    .refine((states) => states.every((state) => STATES.includes(state)), says('label.not_states', { choices: STATES }))
    .transform((states) => (states.length === 0 ? [1] : states))
    .meta({ type: 'string', description: 'States, separated by commas. Default: 1' }),
  order: z.enum(['ordering', 'title', 'id']).catch('ordering').default('ordering'),
  sort: z.enum(['asc', 'desc']).catch('asc').default('asc'),
})
export type LabelsQuery = z.output<typeof LabelsQuery>

const MOST_CHARACTERS = NAME_LIMIT.most

const Title = Text.transform((text) => text.trim()).pipe(z.string().min(1).max(MOST_CHARACTERS))

const Color = z
  .string()
  .regex(/^#?[0-9a-f]{6}$/i, says('field.not_color'))
  .transform((text) => text.replace('#', '').toLowerCase())
  .meta({ description: 'Six hexadecimal digits, with or without #' })

export const NewLabel = z.object({
  name: Title.optional().meta({ description: 'Default: Untitled' }),
  title: Title.optional().meta({ description: 'The same as name, which wins' }),
  color: Color.optional().meta({ description: 'Default: a dark colour' }),
  action: AnyAction,
})
export type NewLabel = z.output<typeof NewLabel>

export const LabelPatch = z.strictObject({
  title: Title.optional(),
  color: Color.optional(),
  is_private: SwitchInput.optional().meta({ description: 'For admins of the team' }),
  state: z.literal(STATES, says('field.either', { choices: [1, 2, 3] })).optional(),
  ordering: z
    .int(says('field.not_whole_or_null'))
    .min(0, says('field.negative'))
    .max(MAX_ID, says('field.too_large'))
    .nullable()
    .optional()
    .meta({ description: 'Lists start with the smallest' }),
  action: z.literal('update').optional(),
})
export type LabelPatch = z.output<typeof LabelPatch>

export type LabelCollection = 'experiments_categories' | 'experiments_status' | 'resources_categories' | 'items_status'

const tag = { name: 'Categories and status', about: 'Categories and status of experiments and resources of a team.' }
/** The operations of one of the four collections, which all behave alike. */
function labelsOf(
  collection: LabelCollection,
  name: string,
  what: string,
  singular: string,
  aliases: readonly string[] = [],
) {
  const all = {
    path: `/teams/:id/${collection}`,
    aliases: aliases.map((alias) => `/teams/:id/${alias}`),
    params: z.object({ id: PathId }),
    tag,
  }
  const one = {
    path: `/teams/:id/${collection}/:subid`,
    aliases: aliases.map((alias) => `/teams/:id/${alias}/:subid`),
    params: z.object({ id: PathId, subid: idOf(singular) }),
    tag: all.tag,
  }
  return {
    list: endpoint({
      ...all,
      name: `getTeam${name}`,
      method: 'GET',
      summary: `The ${what} of a team, and those that other teams share with everybody`,
      query: LabelsQuery,
      reply: z.array(ListedLabel),
      status: 200,
      errors: [403, 404],
      list: true,
    }),
    read: endpoint({
      ...one,
      name: `getTeam${name}ById`,
      method: 'GET',
      summary: `One of the ${what}, whatever its state`,
      reply: Label,
      status: 200,
      errors: [403, 404],
    }),
    add: endpoint({
      ...all,
      name: `postTeam${name}`,
      method: 'POST',
      summary: `Add one to the ${what}`,
      body: NewLabel,
      example: { name: 'Cloning', color: '29aeb9' },
      status: 201,
      errors: [403, 404],
    }),
    patch: endpoint({
      ...one,
      name: `patchTeam${name}ById`,
      method: 'PATCH',
      summary: `Change one of the ${what}`,
      body: LabelPatch,
      example: { title: 'Cloning', color: '54aa08', ordering: 2 },
      reply: Label,
      status: 200,
      errors: [403, 404, 412],
    }),
    remove: endpoint({
      ...one,
      name: `deleteTeam${name}ById`,
      method: 'DELETE',
      summary: `Delete one of the ${what}; entries that have it keep it`,
      status: 204,
      errors: [403, 404, 412],
    }),
  }
}

export const labels = {
  experiments_categories: labelsOf(
    'experiments_categories',
    'ExperimentsCategories',
    'categories of experiments',
    'category',
  ),
  experiments_status: labelsOf('experiments_status', 'ExperimentsStatus', 'status of experiments', 'status', [
    'status',
  ]),
  resources_categories: labelsOf('resources_categories', 'ResourcesCategories', 'categories of resources', 'category', [
    // The name in the Location, as in eLabFTW.
    'items_categories',
  ]),
  items_status: labelsOf('items_status', 'ItemsStatus', 'status of resources', 'status'),
}

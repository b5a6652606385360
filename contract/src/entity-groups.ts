import { z } from 'zod'
import { EntityType, Flag } from './common.ts'
import { endpoint } from './endpoint.ts'
import { EntityListQuery } from './entities-list.ts'
import { exportQuery } from './exports.ts'
import { namedRecords } from './named-records.ts'
import { ENTRIES } from './operation-groups.ts'

export const GROUPINGS = ['status', 'category', 'owner', 'month'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** The entries of a list that share a status, a category, an owner or a month. */
export const EntityGroup = z
  .object({
    value: z.string().meta({
      description: 'For the parameter `status`, `category` or `owner` of the list, or a month: `12`, `null`, `2026-11`',
    }),
    title: z.string().nullable().meta({ description: 'Name of the label or the owner; null for a month or no label' }),
    color: z.string().nullable().meta({ description: 'Color of the label, six hexadecimal digits' }),
    total: z.int().meta({ description: 'Number of its entries, or the least it can be' }),
    total_is_exact: Flag.meta({ description: '0: there may be more' }),
  })
  .register(namedRecords, { name: 'EntityGroup', description: 'A part of a list' })
export type EntityGroup = z.infer<typeof EntityGroup>

const exportNames = Object.fromEntries(Object.keys(exportQuery).map((name) => [name, true as const])) as Record<
  keyof typeof exportQuery,
  true
>

export const EntityGroupsQuery = EntityListQuery.omit({ ...exportNames, full: true, sort: true, order: true }).extend({
  by: z
    .string()
    .optional()
    .transform((name): Grouping => GROUPINGS.find((grouping) => grouping === name) ?? 'status')
    .meta({ type: 'string', enum: [...GROUPINGS], default: 'status', description: 'What the entries share' }),
})
export type EntityGroupsQuery = z.output<typeof EntityGroupsQuery>

export const entityGroups = {
  list: endpoint({
    name: 'readEntityGroups',
    method: 'GET',
    access: 'account',
    path: '/entity_groups/:entity_type',
    params: z.object({ entity_type: EntityType }),
    tag: ENTRIES,
    summary: 'The groups of a list that have entries you may read: by status, category, owner or month',
    details:
      'Takes the filters of the list. Labels come in their order, owners by name, months from the newest, entries without a ' +
      'label last. Large groups are not counted to their end.',
    query: EntityGroupsQuery,
    hidden: ['tags', 'cat'],
    reply: z.array(EntityGroup),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
}

import { z } from 'zod'
import { EntityType, Flag, Id, idOf, Paging, PathId } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'

const text = z.string().nullable()
const number = z.int().nullable()

/** What any kind of link tells about the entry at its other end. */
const common = {
  entityid: Id.meta({ description: 'The entry at the other end' }),
  title: z.string(),
  custom_id: number,
  link_state: z.int().meta({ description: 'State of that entry: 1 normal, 2 archived' }),
  page: z.string().meta({ description: 'experiments.php or database.php' }),
  category_id: number,
  category_title: text,
  category_color: text,
  status_id: number,
  status_title: text,
  status_color: text,
}
const elabid = text.meta({ description: 'Permanent id' })
const experiments = { ...common, type: z.literal('experiments') }
const items = { ...common, type: z.literal('items'), is_bookable: Flag }

/** An experiment that links to the entry. */
export const RelatedExperiment = z
  .object(experiments)
  .register(namedRecords, { name: 'RelatedExperiment', description: 'An experiment that points to the entry' })
export type RelatedExperiment = z.infer<typeof RelatedExperiment>
/** A resource that links to the entry. */
export const RelatedItem = z
  .object(items)
  .register(namedRecords, { name: 'RelatedItem', description: 'A resource that points to the entry' })
export type RelatedItem = z.infer<typeof RelatedItem>

/** An experiment that an entry links to. */
export const ExperimentLink = z
  .object({ ...experiments, elabid })
  .register(namedRecords, { name: 'ExperimentLink', description: 'A link to an experiment' })
export type ExperimentLink = z.infer<typeof ExperimentLink>
/** A resource that an entry links to. */
export const ItemLink = z
  .object({ ...items, elabid })
  .register(namedRecords, { name: 'ItemLink', description: 'A link to a resource' })
export type ItemLink = z.infer<typeof ItemLink>

/** The types that an entry can link to. */
export type LinkTarget = 'experiments' | 'items'

export const NewLink = z.object({
  action: z
    .enum(['create', 'duplicate'])
    .optional()
    .meta({ description: 'duplicate: not a link to that entry, but all links that it has' }),
})

const tag = { name: 'Links', about: 'Entries that point to others.' }

/** The endpoints for links to one type. `subid` is the linked entry. */
function linksTo<L extends z.ZodType>(target: LinkTarget, names: { many: string; one: string }, Link: L, what: string) {
  const params = z.object({ entity_type: EntityType, id: PathId })
  const otherEnd = `${target === 'items' ? 'resource' : 'experiment'} at the other end of the link`
  const path = `/:entity_type/:id/${target}_links`
  const one = {
    path: `${path}/:subid`,
    params: z.object({ entity_type: EntityType, id: PathId, subid: idOf(otherEnd) }),
    tag,
  }
  return {
    list: endpoint({
      path,
      // A single link cannot be read: its path answers all of them.
      params: params.extend({ subid: idOf(otherEnd).optional() }),
      tag,
      aliases: [one.path],
      name: `readEntity${names.many}`,
      method: 'GET',
      access: 'readers',
      summary: `The ${what} that an entry points to, of those that you may read`,
      query: Paging,
      reply: z.array(Link),
      status: 200,
      errors: [403, 404],
      list: true,
    }),
    add: endpoint({
      ...one,
      // Without the id of the linked entry the answer is 400, not 404.
      aliases: [path],
      name: `postEntity${names.many}`,
      method: 'POST',
      summary: `Link to one of the ${what}, or take over the links that it has`,
      body: NewLink,
      example: { action: 'create' },
      status: 201,
      errors: [403, 404, 422],
    }),
    remove: endpoint({
      ...one,
      name: `deleteEntity${names.one}`,
      method: 'DELETE',
      summary: `Remove the link to one of the ${what}`,
      status: 204,
      errors: [403, 404],
    }),
  }
}

export const itemsLinks = linksTo('items', { many: 'ItemsLinks', one: 'ItemsLink' }, ItemLink, 'resources')
export const experimentsLinks = linksTo(
  'experiments',
  { many: 'ExperimentsLinks', one: 'ExperimentsLink' },
  ExperimentLink,
  'experiments',
)

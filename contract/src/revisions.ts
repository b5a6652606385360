import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { EntityType, Id, idOf, Paging, PathId, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'

const common = {
  id: Id,
  content_type: z.literal(1),
  created_at: Timestamp,
}

/** A save of the main text that can be restored. */
export const ListedRevision = z.object({ ...common, fullname: z.string() })
export type ListedRevision = z.infer<typeof ListedRevision>

export const Revision = z
  .object({
    ...common,
    item_id: Id.meta({ description: 'The entry, whatever its type' }),
    body: z.string(),
    body_html: z.string(),
    modified_at: Timestamp,
    userid: Id.nullable().meta({ description: 'Who saved it; null: the system' }),
  })
  .register(namedRecords, { name: 'Revision', description: 'An earlier main text of an entry' })
export type Revision = z.infer<typeof Revision>

const tag = { name: 'Revisions', about: 'Earlier main texts of an entry.' }
const all = {
  path: '/:entity_type/:id/revisions',
  params: z.object({ entity_type: EntityType, id: PathId }),
  tag,
}
const one = {
  path: '/:entity_type/:id/revisions/:subid',
  params: z.object({ entity_type: EntityType, id: PathId, subid: idOf('revision') }),
  tag,
}

export const revisions = {
  list: endpoint({
    ...all,
    name: 'readEntityRevisions',
    method: 'GET',
    access: 'readers',
    summary: 'Saves of the main text that one can go back to, newest first; the config decides which saves count',
    query: Paging,
    reply: z.array(ListedRevision),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  read: endpoint({
    ...one,
    name: 'readEntityRevision',
    method: 'GET',
    access: 'readers',
    summary: 'One revision, with its text',
    reply: Revision,
    status: 200,
    errors: [403, 404],
  }),
  restore: endpoint({
    ...one,
    name: 'patchEntityRevision',
    method: 'PATCH',
    summary: 'Bring the text of a revision back',
    body: z.object({
      action: AnyAction.meta({ type: 'string', enum: ['replace'], description: 'Makes it the main text again' }),
    }),
    example: { action: 'replace' },
    reply: Revision,
    status: 200,
    errors: [403, 404, 422],
  }),
}

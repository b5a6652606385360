import { z } from 'zod'
import { EntityType, Flag, FlagInput, Id, idOf, Paging, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'

/** A saved list of entries with its filters, order and columns. */
export const View = z
  .object({
    id: Id,
    name: z.string(),
    entity_type: EntityType.meta({ description: 'What is listed' }),
    search: z.string().meta({ description: 'Filters, order and columns, as whoever made the view writes them' }),
    is_shared: Flag.meta({ description: '1: everybody in the team has it' }),
    userid: Id.meta({ description: 'Who made it' }),
    fullname: z.string(),
    team: Id,
    created_at: Timestamp,
    modified_at: Timestamp,
  })
  .register(namedRecords, { name: 'View', description: 'A saved list' })
export type View = z.infer<typeof View>

const Name = Text.transform((text) => text.trim()).pipe(z.string().min(1).max(255))
const Search = Text.max(4000)

export const NewView = z.strictObject({
  name: Name,
  entity_type: EntityType,
  search: Search.optional().meta({ description: 'Default: empty' }),
  is_shared: FlagInput.optional().meta({ description: 'Default: 0' }),
})
export type NewView = z.output<typeof NewView>

export const ViewPatch = z.strictObject({
  name: Name.optional(),
  search: Search.optional(),
  is_shared: FlagInput.optional(),
})
export type ViewPatch = z.output<typeof ViewPatch>

const tag = { name: 'Views', about: 'Saved lists: searches and filters under a name.' }
const all = { path: '/views', tag }
const one = { path: '/views/:id', params: z.object({ id: idOf('saved list') }), tag }

export const views = {
  list: endpoint({
    ...all,
    name: 'getViews',
    method: 'GET',
    access: 'account',
    summary: 'Your views in the team in which you act, and those that are shared with it',
    query: Paging,
    reply: z.array(View),
    status: 200,
    errors: [],
    list: true,
  }),
  add: endpoint({
    ...all,
    name: 'postView',
    method: 'POST',
    access: 'account',
    summary: 'Keep a list of entries with its filters under a name',
    body: NewView,
    example: { name: 'Running this week', entity_type: 'experiments', search: '{"date":"week"}', is_shared: 1 },
    status: 201,
    errors: [422],
  }),
  read: endpoint({
    ...one,
    name: 'getView',
    method: 'GET',
    summary: 'One view',
    reply: View,
    status: 200,
    errors: [404],
  }),
  patch: endpoint({
    ...one,
    name: 'patchView',
    method: 'PATCH',
    summary: 'Change a view of yours; admins of the team change shared ones, too',
    body: ViewPatch,
    example: { name: 'This week', is_shared: 0 },
    reply: View,
    status: 200,
    errors: [403, 404, 412],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteView',
    method: 'DELETE',
    summary: 'Delete a view of yours; admins of the team delete shared ones, too',
    status: 204,
    errors: [403, 404, 412],
  }),
}

import { z } from 'zod'
import { EntityType, Flag, FlagInput, Id, Paging, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A list of entries with its filters, order and columns, kept under a name. */
export const View = z.object({
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
export type View = z.infer<typeof View>

const Name = Text.transform((text) => text.trim()).pipe(
  z.string().min(1, 'must not be empty').max(255, 'must have at most 255 characters'),
)
const Search = Text.max(4000, 'must have at most 4000 characters')

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

const all = { path: '/views', tag: 'Views' }
const one = { path: '/views/:id', params: z.object({ id: PathId }), tag: 'Views' }

export const views = {
  list: endpoint({
    ...all,
    name: 'getViews',
    method: 'GET',
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
    summary: 'Keep a list of entries with its filters under a name',
    body: NewView,
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

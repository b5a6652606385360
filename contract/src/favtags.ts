import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { Id, idOf, Paging, Text } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A tag that a person wants at hand. */
export const Favtag = z.object({
  users_id: Id.meta({ description: 'You' }),
  tags_id: Id,
  tag: z.string(),
})
export type Favtag = z.infer<typeof Favtag>

export const NewFavtag = z.object({
  tag: Text.meta({ description: 'A tag of the team in which you act' }),
  action: AnyAction,
})

const path = '/favtags'
const onePath = '/favtags/:id'
const tag = { name: 'Favourite tags', about: 'Tags that you want at hand.' }

export const favtags = {
  list: endpoint({
    name: 'getFavtags',
    method: 'GET',
    access: 'account',
    path,
    summary: 'Your favourite tags, in alphabetical order',
    tag,
    query: Paging,
    reply: z.array(Favtag),
    status: 200,
    errors: [],
    list: true,
  }),
  listAgain: endpoint({
    name: 'getFavtag',
    method: 'GET',
    access: 'account',
    path: onePath,
    summary: 'The same list, whichever tag is named',
    tag,
    params: z.object({ id: idOf('tag') }),
    query: Paging,
    reply: z.array(Favtag),
    status: 200,
    errors: [],
    list: true,
  }),
  add: endpoint({
    name: 'postFavtags',
    method: 'POST',
    access: 'readers',
    path,
    summary: 'Make a tag a favourite; Location ends with 1, or with 0 when it was one already',
    tag,
    body: NewFavtag,
    example: { tag: 'PCR' },
    status: 201,
    errors: [],
  }),
  remove: endpoint({
    name: 'deleteFavtag',
    method: 'DELETE',
    access: 'account',
    path: onePath,
    summary: 'Take a tag from your favourites; id is the one of the tag',
    tag,
    params: z.object({ id: idOf('tag') }),
    status: 204,
    errors: [],
  }),
}

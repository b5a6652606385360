import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { EntityType, Flag, Id, idOf, Paging, PathId, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Entity } from './entities.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'

/** A tag of an entry. */
export const EntityTag = z
  .object({
    tag: z.string().meta({ description: 'The tag itself' }),
    tag_id: Id.meta({ description: 'Id of the tag, the same as `id`' }),
    id: Id.meta({ description: 'Id of the tag, as the paths below the entry take it' }),
    is_favorite: Flag.meta({ description: '1: among your favourite tags' }),
  })
  .register(namedRecords, { name: 'EntityTag', description: 'A tag as an entry lists it' })
export type EntityTag = z.infer<typeof EntityTag>

/** A tag of a team. */
export const TeamTag = z
  .object({
    id: Id,
    team: Id,
    tag: z.string(),
    item_count: z.int().meta({ description: 'On how many entries that you may read and that are not deleted' }),
    is_favorite: Flag,
  })
  .register(namedRecords, { name: 'TeamTag', description: 'A tag as its team knows it' })
export type TeamTag = z.infer<typeof TeamTag>

export const NewTags = z.object({
  tag: Text.nullish().meta({ description: 'One tag' }),
  tags: z
    .array(Text, says('field.not_texts'))
    .max(1000, says('field.at_most', { most: 1000 }))
    .nullish()
    .meta({ description: 'Several tags; wins over tag' }),
  action: AnyAction,
})

export const TagAction = z.object({
  action: z.literal('unreference').meta({ description: 'Takes the tag off the entry' }),
})

const tag = { name: 'Tags', about: 'Words on an entry by which it is found.' }
const all = {
  path: '/:entity_type/:id/tags',
  params: z.object({ entity_type: EntityType, id: PathId }),
  tag,
}
const one = {
  path: '/:entity_type/:id/tags/:subid',
  params: z.object({ entity_type: EntityType, id: PathId, subid: idOf('tag') }),
  tag,
}

const teamTag = { name: 'Team tags', about: 'All tags of a team.' }
const ofTeam = {
  path: '/teams/:id/tags',
  params: z.object({ id: PathId }),
  tag: teamTag,
}
const oneOfTeam = {
  path: '/teams/:id/tags/:subid',
  params: z.object({ id: PathId, subid: idOf('tag') }),
  tag: teamTag,
}

export const TeamTagsQuery = Paging.extend({
  q: z.string().optional().meta({ description: 'Part of the tag, whatever its case and accents' }),
})

export const NewTeamTag = z.object({
  tag: Text.meta({ description: 'The new tag' }),
  action: AnyAction,
})

export const TeamTagPatch = z.strictObject({
  action: z.literal('updatetag'),
  tag: Text.meta({
    description: 'The new name. When another tag of the team has it, this one becomes part of that one',
  }),
})

/** The tags of the team in which one acts, whichever of one's teams the path names. */
export const teamTags = {
  list: endpoint({
    ...ofTeam,
    name: 'getTeamTags',
    method: 'GET',
    summary: 'The tags of the team in which you act, in alphabetical order',
    query: TeamTagsQuery,
    reply: z.array(TeamTag),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  read: endpoint({
    ...oneOfTeam,
    name: 'getTeamTag',
    method: 'GET',
    summary: 'One tag of the team',
    reply: TeamTag,
    status: 200,
    errors: [403, 404],
  }),
  add: endpoint({
    ...ofTeam,
    name: 'postTeamTags',
    method: 'POST',
    summary: 'Add a tag to the team, for admins; Location names the tag that has this name now',
    body: NewTeamTag,
    example: { tag: 'PCR' },
    status: 201,
    errors: [403, 404],
  }),
  rename: endpoint({
    ...oneOfTeam,
    name: 'patchTeamTag',
    method: 'PATCH',
    summary: 'Rename a tag on all entries, or merge it into the tag that has this name; answers all tags of the team',
    body: TeamTagPatch,
    example: { action: 'updatetag', tag: 'qPCR' },
    reply: z.array(TeamTag),
    status: 200,
    errors: [403, 404, 412],
  }),
  remove: endpoint({
    ...oneOfTeam,
    name: 'deleteTeamTag',
    method: 'DELETE',
    summary: 'Delete a tag and take it off all entries',
    status: 204,
    errors: [403, 404, 412],
  }),
}

export const tags = {
  list: endpoint({
    ...all,
    name: 'readEntityTags',
    method: 'GET',
    access: 'readers',
    summary: 'The tags of an entry, in alphabetical order',
    query: Paging,
    reply: z.array(EntityTag),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  read: endpoint({
    ...one,
    name: 'readEntityTag',
    method: 'GET',
    access: 'readers',
    summary: 'A tag of the entry, as its team knows it',
    reply: TeamTag,
    status: 200,
    errors: [403, 404],
  }),
  add: endpoint({
    ...all,
    aliases: [one.path],
    name: 'postEntityTags',
    method: 'POST',
    summary: 'Add tags to an entry; Location ends with the id of the last one, or 0 when there was none to add',
    body: NewTags,
    example: { tag: 'PCR' },
    status: 201,
    errors: [403, 404, 422],
  }),
  unreference: endpoint({
    ...one,
    // Without the id of the tag the answer is 400, not 404.
    aliases: [all.path],
    name: 'patchEntityTag',
    method: 'PATCH',
    summary: 'Take one tag off an entry; answers the entry',
    body: TagAction,
    example: { action: 'unreference' },
    reply: Entity,
    status: 200,
    errors: [403, 404, 412],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteEntityTag',
    method: 'DELETE',
    summary: 'Take one tag off an entry; the team keeps it',
    status: 204,
    errors: [403, 404, 412],
  }),
  clear: endpoint({
    ...all,
    name: 'deleteEntityTags',
    method: 'DELETE',
    summary: 'Take all tags off an entry',
    status: 204,
    errors: [403, 404, 412],
  }),
}

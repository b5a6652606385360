import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { Id, idOf, MAX_ID, Paging, PathId, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { NAME_LIMIT } from './limits.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'

/** A single team group. */
export const Teamgroup = z
  .object({ id: Id, name: z.string(), team: Id })
  .register(namedRecords, { name: 'Teamgroup', description: 'A group of a team' })
export type Teamgroup = z.infer<typeof Teamgroup>

export const ListedTeamgroup = z
  .object({
    id: Id,
    name: z.string(),
    users: z.array(z.object({ userid: Id, fullname: z.string() })),
  })
  .register(namedRecords, { name: 'ListedTeamgroup', description: 'A group of a team with its members' })
export type ListedTeamgroup = z.infer<typeof ListedTeamgroup>

/** All groups of a team by id; an empty list if there are none. */
export const Teamgroups = z.union([z.record(z.string(), ListedTeamgroup), z.array(z.unknown())])
export type Teamgroups = z.infer<typeof Teamgroups>

const MOST_CHARACTERS = NAME_LIMIT.most

const Name = Text.transform((text) => text.trim()).pipe(z.string().min(1).max(MOST_CHARACTERS))

export const NewTeamgroup = z.object({ name: Name, action: AnyAction })

export const TeamgroupPatch = z
  .strictObject({
    name: Name.optional(),
    how: z
      .enum(['add', 'unreference'])
      .optional()
      .meta({ description: 'What happens with the person named by userid' }),
    userid: Id.max(MAX_ID, says('field.too_large')).optional().meta({ description: 'May be of another team' }),
    action: z.literal('update').optional(),
  })
  .refine(({ how, userid }) => how === undefined || userid !== undefined, {
    path: ['userid'],
    ...says('teamgroup.needed_with', { other: 'how' }),
  })
  .refine(({ how, userid }) => userid === undefined || how !== undefined, {
    path: ['how'],
    ...says('field.either', { choices: ['add', 'unreference'] }),
  })
export type TeamgroupPatch = z.output<typeof TeamgroupPatch>

const tag = { name: 'Team groups', about: 'Groups of people of a team, with whom entries can be shared.' }
const all = { path: '/teams/:id/teamgroups', params: z.object({ id: PathId }), tag }
const one = {
  path: '/teams/:id/teamgroups/:subid',
  params: z.object({ id: PathId, subid: idOf('group') }),
  tag,
}

/** The groups of the team in which one acts, whichever of one's teams the path names. */
export const teamgroups = {
  list: endpoint({
    ...all,
    name: 'getTeamgroups',
    method: 'GET',
    summary: 'The groups of the team in which you act, with their members',
    query: Paging,
    reply: Teamgroups,
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  read: endpoint({
    ...one,
    name: 'getTeamgroup',
    method: 'GET',
    summary: 'The name of a group, also of another team',
    reply: Teamgroup,
    status: 200,
    errors: [403, 404],
  }),
  add: endpoint({
    ...all,
    name: 'postTeamgroups',
    method: 'POST',
    summary: 'Make a group. For admins',
    body: NewTeamgroup,
    example: { name: 'Microscopists' },
    status: 201,
    errors: [403, 404],
  }),
  patch: endpoint({
    ...one,
    name: 'patchTeamgroup',
    method: 'PATCH',
    summary: 'Rename a group, add somebody or take somebody out. For admins of its team',
    body: TeamgroupPatch,
    example: { how: 'add', userid: 7 },
    reply: Teamgroup,
    status: 200,
    errors: [403, 404, 412, 422],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteTeamgroup',
    method: 'DELETE',
    summary: 'Delete a group; entries shared with it are no longer',
    status: 204,
    errors: [403, 404, 412],
  }),
}

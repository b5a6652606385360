import type { Paging } from '@aliquot/contract/common'
import type { ListedTeamgroup, Teamgroup, TeamgroupPatch, Teamgroups } from '@aliquot/contract/teamgroups'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, TeamgroupRow } from '../../db/schema.ts'
import { Forbidden, NotFound, Unprocessable } from '../../errors.ts'
import { KeyedPage, pageOf } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { sweepNow } from '../sweeps/sweeps.ts'
import { requireTeam } from '../teams/teams.access.ts'
import * as users from '../users/users.lookup.ts'
import { addGroup, addMember, dropGroup, removeMember, renameGroup } from './teamgroups.change.ts'
import * as repo from './teamgroups.repo.ts'

/** A group with the version for its ETag. */
export interface SeenTeamgroup {
  group: Teamgroup
  version: number
}

/** The groups of the team in which the actor acts. The actor only has to belong to the team of the path. */
export async function listGroups(
  ctx: Context,
  actor: Actor,
  pathTeam: number,
  paging: Paging,
): Promise<KeyedPage<Teamgroups>> {
  await requireTeam(ctx.db.read, actor, pathTeam)
  const { rows, total } = pageOf(await repo.listOf(ctx.db.read, { team: actor.team }), paging)
  const members = Map.groupBy(await listMembers(ctx.db.read, rows), (member) => member.teamgroup)
  const listed = rows.map(({ id, name }): [string, ListedTeamgroup] => {
    const people = (members.get(id) ?? []).map(({ userid, firstname, lastname }) => ({
      userid,
      fullname: `${firstname} ${lastname}`,
    }))
    return [String(id), { id, name, users: people }]
  })
  return new KeyedPage(listed.length === 0 ? [] : Object.fromEntries(listed), { rows, total })
}

function listMembers(db: Db, groups: readonly TeamgroupRow[]) {
  return repo.listMembers(
    db,
    groups.map((group) => group.id),
  )
}

/** The name of any group: whoever reads an entry that is shared with it may know what its id means. */
export async function readGroup(ctx: Context, actor: Actor, pathTeam: number, id: number): Promise<SeenTeamgroup> {
  await requireTeam(ctx.db.read, actor, pathTeam)
  return toSeen(await requireGroup(ctx.db.read, id))
}

export async function createGroup(
  ctx: Context,
  actor: Actor,
  pathTeam: number,
  name: string,
): Promise<{ id: number; team: number }> {
  await requireGroupAdmin(ctx.db.read, actor, pathTeam)
  return change(ctx, actor, async (work) => {
    const { id, team } = await addGroup(work, { team: actor.team, name })
    return { id, team }
  })
}

export async function patchGroup(
  ctx: Context,
  actor: Actor,
  pathTeam: number,
  id: number,
  { name, how, userid }: TeamgroupPatch,
  ifMatch: IfMatch,
): Promise<SeenTeamgroup> {
  await requireGroupAdmin(ctx.db.read, actor, pathTeam, id)
  return change(ctx, actor, async (work) => {
    let group = await holdGroup(work, id, ifMatch)
    if (name !== undefined) group = await renameGroup(work, group, name)
    if (userid !== undefined && how === 'unreference') await removeMember(work, { teamgroup: id, userid })
    if (userid !== undefined && how === 'add') {
      if (!(await users.find(work.db, userid))) throw new Unprocessable('teamgroup.unknown_user', { field: 'userid' })
      await addMember(work, { teamgroup: id, userid })
    }
    return toSeen(group)
  })
}

export async function deleteGroup(
  ctx: Context,
  actor: Actor,
  pathTeam: number,
  id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await requireGroupAdmin(ctx.db.read, actor, pathTeam, id)
  const sweep = await change(ctx, actor, async (work) => dropGroup(work, actor, await holdGroup(work, id, ifMatch)))
  await sweepNow(ctx, sweep)
}

/** Refuses people who may not manage this group (or those of the team in which they act), and missing groups. */
export async function requireGroupAdmin(db: Db, actor: Actor, pathTeam: number, id?: number): Promise<void> {
  await requireTeam(db, actor, pathTeam)
  const { team } = id === undefined ? actor : await requireGroup(db, id)
  if (!isAdminOf(actor, { team })) throw new Forbidden('teamgroup.may_not_manage')
}

async function requireGroup(db: Db, id: number): Promise<TeamgroupRow> {
  const [group] = await repo.find(db, { id })
  if (!group) throw missing()
  return group
}

async function holdGroup(work: Change, id: number, ifMatch: IfMatch): Promise<TeamgroupRow> {
  const [group] = await repo.hold(work.db, { id })
  if (!group) throw missing()
  await requireMatch(ifMatch, group.version, async () => toSeen(group).group)
  return group
}

function missing(): NotFound {
  return new NotFound('teamgroup.not_found')
}

function toSeen({ id, name, team, version }: TeamgroupRow): SeenTeamgroup {
  return { group: { id, name, team }, version }
}

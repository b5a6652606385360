import type { Change } from '../../change.ts'
import type { TeamgroupMemberRow, TeamgroupRow } from '../../db/schema.ts'
import { teamgroupMembersTable, teamgroupsTable } from '../../db/tables/people/teamgroups.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { beginSweep } from '../sweeps/sweeps.ts'
import * as repo from './teamgroups.repo.ts'

/** Parts of a change. */

export async function addGroup(work: Change, group: Pick<TeamgroupRow, 'team' | 'name'>): Promise<TeamgroupRow> {
  const row = await repo.insert(work.db, group)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'teamgroup',
    subjectId: row.id,
    verb: 'created',
    changes: { name: { after: row.name }, team: { after: row.team } },
    seal: sealOf(teamgroupsTable, row),
  })
  return row
}

export async function renameGroup(work: Change, before: TeamgroupRow, name: string): Promise<TeamgroupRow> {
  if (before.name === name) return before
  const after = await repo.rename(work.db, before, name)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'teamgroup',
    subjectId: before.id,
    verb: 'updated',
    changes: { name: { before: before.name, after: name } },
    seal: sealOf(teamgroupsTable, after),
  })
  return after
}

/** A no-op if the person is already in the group. */
export async function addMember(work: Change, member: TeamgroupMemberRow): Promise<void> {
  if (await repo.insertMember(work.db, member)) await recordMember(work, member, 'created')
}

export async function removeMember(work: Change, member: TeamgroupMemberRow): Promise<void> {
  if (await repo.removeMember(work.db, member)) await recordMember(work, member, 'deleted')
}

/** Deletes a group and the rights it gave. Returns the sweep that removes it from entries. */
export async function dropGroup(work: Change, author: Author, group: TeamgroupRow): Promise<number> {
  for (const member of await repo.removeMembers(work.db, group.id)) await recordMember(work, member, 'deleted')
  await repo.remove(work.db, group.id)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'teamgroup',
    subjectId: group.id,
    verb: 'deleted',
    changes: { name: { before: group.name }, team: { before: group.team } },
    seal: null,
  })
  return beginSweep(work, author, 'teamgroup deleted', group.id)
}

/** The same for all groups of a team. */
export async function dropGroups(work: Change, author: Author, team: number): Promise<number[]> {
  const sweeps: number[] = []
  for (const group of await repo.listOf(work.db, { team })) sweeps.push(await dropGroup(work, author, group))
  return sweeps
}

async function recordMember(work: Change, row: TeamgroupMemberRow, verb: 'created' | 'deleted'): Promise<void> {
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'teamgroup_member',
    subjectId: row.teamgroup,
    verb,
    changes: { userid: verb === 'created' ? { after: row.userid } : { before: row.userid } },
    seal: verb === 'created' ? sealOf(teamgroupMembersTable, row) : null,
  })
}

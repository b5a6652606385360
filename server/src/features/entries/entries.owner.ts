import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import type { Change } from '../../change.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { Forbidden, Unprocessable } from '../../errors.ts'
import { provideTags, setTags } from '../tags/tags.set.ts'
import { giveUploads } from '../uploads/uploads.of-entry.ts'
import { changeEntity, type EntityEdit } from './entries.change.ts'
import * as repo from './entries.repo.ts'

/**
 * Transfers an entry to another person and team. Write access is not enough: the owner may do it within the team,
 * admins of the team and sysadmins also across teams.
 */
export async function transferEntity(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  to: { userid: number; team: number },
): Promise<EntityRow> {
  const isInCharge = actor.isSysadmin || isAdminOf(actor, entry)
  if (!isInCharge && entry.userid !== actor.userid) {
    throw new Forbidden('entry.may_not_give')
  }
  if (!isInCharge && to.team !== entry.team) throw new Forbidden('entry.may_not_move')
  const [member] = await findMember(work.db, to)
  if (!member) throw new Unprocessable('entry.not_active_member', { field: 'userid' })
  const moves = to.team !== entry.team ? await moveToTeam(work, actor, entry, to.team) : {}
  await giveUploads(work, entry, to)
  return changeEntity(work, actor, entry, { ...moves, set: { ...to, ...moves.set }, touch: true })
}

/** Categories, status and tags belong to a team. Tags are matched by name in the new team, the others are dropped. */
async function moveToTeam(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  team: number,
): Promise<Pick<EntityEdit, 'set' | 'tags'>> {
  const names = (await repo.listTags(work.db, { id: entry.id })).map(({ tag }) => tag)
  const tags = await setTags(work, entry, await provideTags(work, actor, team, names))
  return { set: { category: null, status: null, custom_id: null }, ...(names.length > 0 && { tags }) }
}

const findMember = prepared((db: Db, p: { userid: number; team: number }) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.userid', 'm.userid')
    .select('m.userid')
    .where('m.userid', '=', p.userid)
    .where('m.team', '=', p.team)
    .where('m.is_archived', '=', 0)
    .where('u.validated', '=', 1),
)

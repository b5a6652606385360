import type { Paging } from '@aliquot/contract/common'
import type { TeamTag } from '@aliquot/contract/tags'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf, whoOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, TagRow } from '../../db/schema.ts'
import { tagsTable } from '../../db/tables/entries/tags.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import { rowChanges } from '../../journal/changes.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { foldText } from '../../lib/text.ts'
import type { Page } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import * as favtags from '../favtags/favtags.change.ts'
import { recordFavourite } from '../favtags/favtags.record.ts'
import * as sweeps from '../sweeps/sweeps.change.ts'
import { beginSweep, type SweepKind, sweepNow } from '../sweeps/sweeps.ts'
import { requireTeam } from '../teams/teams.access.ts'
import { GOING } from './going.ts'
import { countUses } from './tags.counts.ts'
import * as tagsRepo from './tags.repo.ts'
import type { SeenTag } from './tags.service.ts'
import { provideTags, readNames } from './tags.set.ts'
import * as repo from './team-tags.repo.ts'

/** The tags of the team in which the actor acts. The actor only has to belong to the team of the path. */
export async function listTeamTags(
  ctx: Context,
  actor: Actor,
  pathTeam: number,
  { q = '', limit, offset }: Paging & { q?: string | undefined },
): Promise<Page<TeamTag>> {
  await requireTeam(ctx.db.read, actor, pathTeam)
  const part = foldText(q.trim())
  const { userid, team } = actor
  const rows = await repo.list(ctx.db.read, { team, userid, part, limit, offset: limit > 0 ? offset : 0 })
  const total = limit > 0 ? await repo.count(ctx.db.read, team, part) : rows.length
  return { rows: await withUses(ctx.db.read, actor, rows), total }
}

export async function readTeamTag(ctx: Context, actor: Actor, pathTeam: number, id: number): Promise<SeenTag> {
  await requireTeam(ctx.db.read, actor, pathTeam)
  return readTag(ctx.db.read, actor, id)
}

/** Adds a tag to the team and returns the one with this name. */
export async function addTeamTag(
  ctx: Context,
  actor: Actor,
  pathTeam: number,
  name: string,
): Promise<{ id: number; team: number }> {
  await requireTagAdmin(ctx, actor, pathTeam)
  return change(ctx, actor, async (work) => {
    const [id = 0] = await provideTags(work, actor, actor.team, [name], 'tag')
    return { id, team: actor.team }
  })
}

/** Renames a tag on all entries. If the team has a tag of that name, this one is merged into it. */
export async function renameTeamTag(
  ctx: Context,
  actor: Actor,
  pathTeam: number,
  id: number,
  name: string,
  ifMatch: IfMatch,
): Promise<TeamTag[]> {
  await requireTagAdmin(ctx, actor, pathTeam, id)
  const [[tag_key, tag] = ['', '']] = readNames([name], 'tag')
  const sweep = await change(ctx, actor, async (work) => {
    await repo.holdNames(work.db, actor.team)
    const before = await holdTag(work, actor, id, ifMatch)
    if (before.tag === tag) return null
    const [other] = (await tagsRepo.findByKeys(work.db, actor.team, [tag_key])).filter((found) => found.id !== id)
    if (other) return letGo(work, actor, before, other.id)
    await updateTag(work, before, { tag, tag_key })
    return beginSweep(work, actor, 'tag renamed', id)
  })
  if (sweep !== null) await sweepNow(ctx, sweep)
  return (await listTeamTags(ctx, actor, pathTeam, { limit: 0, offset: 0 })).rows
}

/** Deletes a tag and removes it from all entries. A no-op if it is missing. */
export async function removeTeamTag(
  ctx: Context,
  actor: Actor,
  pathTeam: number,
  id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await requireTagAdmin(ctx, actor, pathTeam)
  if (!(await findTag(ctx.db.read, actor, id))) return
  await requireTagAdmin(ctx, actor, pathTeam, id)
  const sweep = await change(ctx, actor, async (work) =>
    letGo(work, actor, await holdTag(work, actor, id, ifMatch), null),
  )
  await sweepNow(ctx, sweep)
}

/** Refuses people who may not manage tags, and tags that are missing or of another team. */
export async function requireTagAdmin(ctx: Context, actor: Actor, pathTeam: number, id?: number): Promise<void> {
  await requireTeam(ctx.db.read, actor, pathTeam)
  if (!isAdminOf(actor, { team: actor.team })) throw new Forbidden('tag.may_not_manage')
  if (id === undefined) return
  const tag = await findTag(ctx.db.read, actor, id)
  if (!tag) throw missing()
  if (tag.team !== actor.team) throw new Forbidden('tag.of_other_team')
}

async function findTag(db: Db, actor: Actor, id: number) {
  const [tag] = await repo.find(db, { id, userid: actor.userid })
  return tag && !tag.tag_key.startsWith(GOING) ? tag : undefined
}

async function holdTag(work: Change, actor: Actor, id: number, ifMatch: IfMatch): Promise<TagRow> {
  const [tag] = await tagsRepo.hold(work.db, { id })
  if (!tag || tag.tag_key.startsWith(GOING)) throw missing()
  await requireMatch(ifMatch, tag.version, () => readTag(work.db, actor, id))
  return tag
}

async function readTag(db: Db, actor: Actor, id: number): Promise<SeenTag> {
  const tag = await findTag(db, actor, id)
  if (tag?.team !== actor.team) throw missing()
  const uses = await countUses(db, whoOf(actor), [id])
  return { ...tag, item_count: uses.get(id) ?? 0 }
}

async function withUses(db: Db, actor: Actor, rows: readonly repo.SeenTagRow[]): Promise<TeamTag[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const uses = await countUses(db, whoOf(actor), ids)
  return rows.map(({ version: _, ...row }) => ({ ...row, item_count: uses.get(row.id) ?? 0 }))
}

/**
 * Removes a tag: its name is free at once, and favourites move to the tag it is merged into. The entries follow, and
 * the row goes when none has it.
 */
async function letGo(work: Change, actor: Actor, tag: TagRow, into: number | null): Promise<number> {
  const kind: SweepKind = into === null ? 'tag deleted' : 'tag merged'
  await updateTag(work, tag, { tag: tag.tag, tag_key: `${GOING}${tag.id}` })
  for (const favourite of await favtags.listOfTag(work.db, { tag: tag.id })) {
    await favtags.remove(work.db, favourite)
    await recordFavourite(work, favourite, 'deleted')
    if (into === null) continue
    const successor = { userid: favourite.userid, tag_id: into }
    if (await favtags.insert(work.db, successor)) await recordFavourite(work, successor, 'created')
  }
  await sweeps.redirect(work.db, tag.id, { kind, into_id: into })
  return beginSweep(work, actor, kind, tag.id, into)
}

async function updateTag(work: Change, before: TagRow, columns: Pick<TagRow, 'tag' | 'tag_key'>): Promise<void> {
  const after = await repo.update(work.db, before, columns)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'tag',
    subjectId: before.id,
    verb: 'updated',
    changes: rowChanges<TagRow>(before, after, ['tag', 'tag_key']),
    seal: sealOf(tagsTable, after),
  })
}

function missing(): NotFound {
  return new NotFound('tag.not_in_team')
}

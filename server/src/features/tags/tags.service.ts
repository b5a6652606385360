import type { EntityType, Paging } from '@aliquot/contract/common'
import type { EntityTag, TeamTag } from '@aliquot/contract/tags'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { startEarly } from '../../db/connection.ts'
import type { EntityRow } from '../../db/schema.ts'
import { NotFound } from '../../errors.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { holdEntity, requireReadable, requireWritable } from '../entries/entries.access.ts'
import { changeEntity } from '../entries/entries.change.ts'
import type { Viewer } from '../entries/entries.record.ts'
import { readEntityText, type SeenText } from '../entries/entries.service.ts'
import { countUses } from './tags.counts.ts'
import * as repo from './tags.repo.ts'
import { idsOf, provideTagRows, setTags, tagsOf } from './tags.set.ts'

export interface EntryPath {
  entity_type: EntityType
  id: number
}

export async function listTags(
  ctx: Context,
  actor: Actor,
  { entity_type, id }: EntryPath,
  paging: Paging,
): Promise<Page<EntityTag>> {
  await requireReadable(ctx.db.read, actor, entity_type, id)
  return pageOf(await tagsOf(ctx.db.read, id, actor.userid), paging)
}

/** A team's tag with the version for its ETag. */
export type SeenTag = TeamTag & { version: number }

/** A tag that the entry has. Other tags of the team are not found, because they may be on hidden entries. */
export async function readTag(ctx: Context, actor: Actor, path: EntryPath, tagId: number): Promise<SeenTag> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const [tag] = await repo.findOn(ctx.db.read, { id: tagId, entity: path.id, userid: actor.userid })
  if (!tag) throw new NotFound('tag.not_on_entry')
  const uses = await countUses(ctx.db.read, whoOf(actor), [tagId])
  return { ...tag, item_count: uses.get(tagId) ?? 0 }
}

/** Adds tags to an entry. Returns the id of the last one, or 0 if there was nothing to add. */
export function addTags(
  ctx: Context,
  actor: Actor,
  path: EntryPath,
  names: readonly string[],
  field: 'tag' | 'tags',
): Promise<{ id: number }> {
  return change(
    ctx,
    actor,
    async (work) => {
      const reading = startEarly(work.db, (db) => repo.listOf(db, { entity: path.id }))
      const entry = await holdEntry(work, actor, path)
      const added = await provideTagRows(work, actor, entry.team, names, field)
      const present = await (reading ?? repo.listOf(work.db, { entity: path.id }))
      const wanted = idsOf(present).union(idsOf(added))
      await changeEntity(work, actor, entry, {
        tags: await setTags(work, entry, wanted, { present, added }),
        touch: false,
      })
      return { id: added.at(-1)?.id ?? 0 }
    },
    { ofEntry: path.id },
  )
}

/** Removes a tag from an entry; the team keeps it. A no-op if the entry does not have it. */
export async function unreferenceTag(
  viewer: Viewer,
  path: EntryPath,
  tagId: number,
  ifMatch: IfMatch,
): Promise<SeenText> {
  const { ctx, actor } = viewer
  let seen: SeenText | undefined
  await change(ctx, actor, async (work) => {
    const entry = await holdEntry(work, actor, path)
    await requireMatch(ifMatch, entry.version, () => read(viewer, work, path))
    await changeTags(work, actor, entry, (ids) => ids.difference(new Set([tagId])))
    // Afterwards the actor may have lost access, and a 403 would deny what has happened.
    seen = await readEntityText(viewer, path.entity_type, path.id, work)
  })
  // A repeated request has changed nothing.
  return seen ?? readEntityText(viewer, path.entity_type, path.id)
}

/** The same, but refuses a tag that the entry does not have. */
export function removeTag(viewer: Viewer, path: EntryPath, tagId: number, ifMatch: IfMatch): Promise<void> {
  const { ctx, actor } = viewer
  return change(ctx, actor, async (work) => {
    const entry = await holdEntry(work, actor, path)
    await requireMatch(ifMatch, entry.version, () => read(viewer, work, path))
    const has = (await repo.listOf(work.db, { entity: entry.id })).some((tag) => tag.id === tagId)
    if (!has) throw new NotFound('tag.not_on_entry')
    await changeTags(work, actor, entry, (ids) => ids.difference(new Set([tagId])))
  })
}

export function clearTags(viewer: Viewer, path: EntryPath, ifMatch: IfMatch): Promise<void> {
  const { ctx, actor } = viewer
  return change(ctx, actor, async (work) => {
    const entry = await holdEntry(work, actor, path)
    await requireMatch(ifMatch, entry.version, () => read(viewer, work, path))
    await changeTags(work, actor, entry, () => new Set())
  })
}

async function read(viewer: Viewer, work: Change, path: EntryPath): Promise<SeenText['record']> {
  return (await readEntityText(viewer, path.entity_type, path.id, work)).record
}

/** The row of an entry that the actor may change. Tags can change even if it is archived or deleted. */
async function holdEntry(work: Change, actor: Actor, path: EntryPath): Promise<EntityRow> {
  const entry = await holdEntity(work.db, actor, path.entity_type, path.id)
  await requireWritable(work.db, actor, entry)
  return entry
}

async function changeTags(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  choose: (ids: Set<number>) => Set<number>,
): Promise<void> {
  const present = await repo.listOf(work.db, { entity: entry.id })
  const wanted = choose(new Set(present.map((tag) => tag.id)))
  // Tags do not "modify" an entry, but its version grows, because a client could overwrite them.
  await changeEntity(work, actor, entry, { tags: await setTags(work, entry, wanted, { present }), touch: false })
}

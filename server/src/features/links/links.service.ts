import type { EntityType, Paging } from '@aliquot/contract/common'
import type { ExperimentLink, ItemLink, LinkTarget } from '@aliquot/contract/links'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { EntityRow } from '../../db/schema.ts'
import { NotFound, Unprocessable } from '../../errors.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { holdEntity, requireRead, requireReadable, requireWritable, TYPE_NUMBER } from '../entries/entries.access.ts'
import { followLinks, followLinksTo, recordChildChange } from '../entries/entries.children.ts'
import * as entities from '../entries/entries.lookup.ts'
import { STATE } from '../entries/entries.types.ts'
import { linksOf } from './links.record.ts'
import * as repo from './links.repo.ts'
import { addLinks, linkEvent, nameOf } from './links.set.ts'

export interface EntryPath {
  entity_type: EntityType
  id: number
}

/** `subid` is the id of the linked entry. */
export interface LinkPath extends EntryPath {
  subid: number
}

export interface LinksByType {
  experiments: ExperimentLink
  items: ItemLink
}

export async function listLinks<T extends LinkTarget>(
  ctx: Context,
  actor: Actor,
  type: T,
  path: EntryPath,
  paging: Paging,
): Promise<Page<LinksByType[T]>> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const links = linksOf(await repo.listTargets(ctx.db.read, { ...whoOf(actor), id: path.id }))
  return pageOf(links[type] as LinksByType[T][], paging)
}

/** Links to an entry. Returns its id, or 0 for a link to itself. */
export function addLink(ctx: Context, actor: Actor, type: LinkTarget, path: LinkPath): Promise<{ id: number }> {
  return change(ctx, actor, async (work) => {
    const { entry, target } = await holdEnds(work, actor, type, path)
    if (entry.id === target.id) return { id: 0 }
    if (target.state === STATE.deleted) throw new Unprocessable('link.deleted')
    const added = await addLinks(work, entry, [target])
    if (added.length > 0) {
      await recordChildChange(work, actor, entry, { links: { after: `added ${nameOf(target)}` } }, { touch: true })
    }
    return { id: target.id }
  })
}

/** Copies the links of another entry, but adds none to that entry itself. */
export function importLinks(ctx: Context, actor: Actor, type: LinkTarget, path: LinkPath): Promise<void> {
  return change(ctx, actor, async (work) => {
    const { entry, target } = await holdEnds(work, actor, type, path)
    const missing = await repo.listMissing(work.db, { from: target.id, to: entry.id })
    if (missing.length === 0) return
    await repo.holdAll(
      work.db,
      missing.map(({ id }) => id),
    )
    await addLinks(work, entry, missing)
  })
}

/** Deleting a missing link is a no-op. */
export function removeLink(ctx: Context, actor: Actor, type: LinkTarget, path: LinkPath): Promise<void> {
  return change(ctx, actor, async (work) => {
    const target = await holdTarget(work, path)
    const entry = await holdEntity(work.db, actor, path.entity_type, path.id)
    await requireWritable(work.db, actor, entry)
    if (target?.type !== TYPE_NUMBER[type]) return
    const [link] = await repo.remove(work.db, { entity: entry.id, target: target.id })
    if (!link) return
    await work.record(linkEvent('deleted', link, target))
    await followLinks(work.db, { id: entry.id })
    await followLinksTo(work.db, { id: target.id })
    await recordChildChange(work, actor, entry, { links: { after: `removed ${nameOf(target)}` } }, { touch: true })
  })
}

/** Locks the entry, which the actor may change, and the target, which they may read. */
async function holdEnds(
  work: Change,
  actor: Actor,
  type: LinkTarget,
  path: LinkPath,
): Promise<{ entry: EntityRow; target: EntityRow }> {
  await holdTarget(work, path)
  const entry = await holdEntity(work.db, actor, path.entity_type, path.id)
  await requireWritable(work.db, actor, entry)
  const [found] = await entities.find(work.db, { id: path.subid })
  if (found?.type !== TYPE_NUMBER[type]) throw new NotFound('link.not_found')
  return { entry, target: await requireRead(work.db, actor, found) }
}

/** Locks both ends in order of id, so that two people who link two entries to each other cannot deadlock. */
async function holdTarget(work: Change, { id, subid }: LinkPath): Promise<{ id: number; type: number } | undefined> {
  if (id < subid) await repo.hold(work.db, { id })
  const [target] = await repo.hold(work.db, { id: subid })
  return target
}

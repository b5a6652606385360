import type { Change } from '../../change.ts'
import type { EntityLinkRow, EntityRow } from '../../db/schema.ts'
import { entityLinksTable } from '../../db/tables/entries/entity-links.ts'
import { Unprocessable } from '../../errors.ts'
import type { Happening } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { followLinks, followLinksTo } from '../entries/entries.children.ts'
import * as repo from './links.repo.ts'

type End = Pick<EntityRow, 'id' | 'type'>

/** A limit, because the record of an entry contains all of them. */
const MOST_LINKS = 1000

/** Adds links to targets that the caller has locked. Returns the new ones. */
export async function addLinks(work: Change, entry: End, targets: readonly End[]): Promise<End[]> {
  const [counted] = await repo.count(work.db, { entity: entry.id })
  const added: End[] = []
  const events: Happening[] = []
  for (const target of targets) {
    const [link] = await repo.insert(work.db, { entity: entry.id, target: target.id })
    if (!link) continue
    added.push(target)
    events.push(linkEvent('created', link, target))
    await work.rest()
  }
  if (added.length === 0) return []
  if ((counted?.total ?? 0) + added.length > MOST_LINKS) {
    throw new Unprocessable('link.too_many', { most: MOST_LINKS })
  }
  await work.recordAll(events)
  await followLinks(work.db, { id: entry.id })
  await repo.markLinked(
    work.db,
    added.map(({ id }) => id),
  )
  return added
}

/** Adds the links that an entry had elsewhere, as many as it can have. Returns how many were too many. */
export async function addEarlierLinks(work: Change, entry: End, targets: readonly End[]): Promise<number> {
  const [counted] = await repo.count(work.db, { entity: entry.id })
  const wanted = [...new Map(targets.map((target) => [target.id, target])).values()].filter(({ id }) => id !== entry.id)
  const added = wanted.slice(0, Math.max(0, MOST_LINKS - (counted?.total ?? 0))).sort((a, b) => a.id - b.id)
  if (added.length > 0) {
    await repo.holdAll(
      work.db,
      added.map(({ id }) => id),
    )
    await addLinks(work, entry, added)
  }
  return wanted.length - added.length
}

/** Removes the links to entries that it no longer has elsewhere. */
export async function removeEarlierLinks(work: Change, entry: End, targets: readonly End[]): Promise<void> {
  const events: Happening[] = []
  for (const target of targets) {
    const [link] = await repo.remove(work.db, { entity: entry.id, target: target.id })
    if (!link) continue
    events.push(linkEvent('deleted', link, target))
    await followLinksTo(work.db, { id: target.id })
  }
  await work.recordAll(events)
  if (events.length > 0) await followLinks(work.db, { id: entry.id })
}

/** Copies the links of the source to a new entry, and adds one to the source itself if requested. */
export async function copyLinks(
  work: Change,
  source: EntityRow,
  to: End,
  { toSource }: { toSource: boolean },
): Promise<void> {
  const copied = source.has_links === 1 ? await repo.listMissing(work.db, { from: source.id, to: to.id }) : []
  const targets = toSource ? [...copied, source].sort((a, b) => a.id - b.id) : copied
  if (targets.length === 0) return
  await repo.holdAll(
    work.db,
    targets.map(({ id }) => id),
  )
  await addLinks(work, to, targets)
}

const NAMES: Readonly<Record<number, string>> = {
  [TYPE_NUMBER.experiments]: 'experiments',
  [TYPE_NUMBER.items]: 'items',
}

/** Without the title, which only readers of that entry may see. */
export function nameOf({ id, type }: End): string {
  return `${NAMES[type]} ${id}`
}

export function linkEvent(verb: 'created' | 'deleted', link: EntityLinkRow, target: End): Happening {
  const told = (value: string | number) => (verb === 'created' ? { after: value } : { before: value })
  return {
    chain: link.entity_id,
    subject: 'link',
    subjectId: link.target_id,
    verb,
    changes: { target_id: told(link.target_id), type: told(NAMES[target.type] ?? '') },
    seal: verb === 'created' ? sealOf(entityLinksTable, link) : null,
  }
}

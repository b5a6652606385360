import type { EntityType } from '@aliquot/contract/common'
import { type Change, change } from '../../../change.ts'
import type { EntityRow, MovedRow } from '../../../db/schema.ts'
import * as entities from '../../entries/entries.lookup.ts'
import { idKey } from '../../imports/imports.addresses.ts'
import { addEarlierLinks } from '../../links/links.set.ts'
import { MOVED_KIND, TYPES } from '../move-in.kinds.ts'
import * as repo from '../move-in.repo.ts'
import type { Run } from '../move-in.run.ts'
import { type Leave, readNotes, takeNotes, writeNotes } from './notes.ts'
import { readParts } from './parts.ts'
import { findEntries } from './pointing.ts'

type End = Pick<EntityRow, 'id' | 'type'>

/** Adds the links to entries that are here. Returns whether all of them are. */
export async function addLinks(
  run: Run,
  work: Change,
  entry: End,
  links: readonly { type: EntityType; id: number }[],
  leave: Leave,
): Promise<boolean> {
  if (links.length === 0) return true
  const ours = await findEntries(run, links, work.db)
  const targets: End[] = []
  let missing = 0
  for (const { type, id } of links) {
    const found = ours.get(idKey(type, id))
    if (found?.isHere) targets.push({ id: found.id, type: MOVED_KIND[found.type] })
    else missing++
  }
  const left = await addEarlierLinks(work, entry, targets)
  if (left > 0) leave('too_many_links', String(links.length))
  return missing === 0
}

const AT_ONCE = 100

/** Adds the links that waited for other entries. */
export async function linkEntries(run: Run): Promise<void> {
  let done = 0
  for (const type of TYPES) {
    const kind = MOVED_KIND[type]
    for (let after = 0; ; ) {
      const rows = await repo.listUnlinked(run.ctx.db.read, { source: run.source.id, kind, after, most: AT_ONCE })
      if (rows.length === 0) break
      for (const row of rows) {
        run.signal.throwIfAborted()
        after = row.their_id
        if (row.position !== null && row.our_id !== null) await linkEntry(run, row, row.our_id)
        run.tell({ phase: 'links', done: ++done, total: null })
      }
    }
  }
}

async function linkEntry(run: Run, row: MovedRow, id: number): Promise<void> {
  const key = { source: run.source.id, kind: row.kind, id: row.their_id }
  const links = readParts(row.parts).links.map(([type, theirs]) => ({ type: type as EntityType, id: theirs }))
  await change(run.ctx, run.author, async (work) => {
    // Nobody changes it here between the two looks at its chain.
    await entities.holdRow(work.db, { id })
    const [before] = await repo.findPosition(work.db, { chain: id })
    const { notes, leave } = takeNotes()
    const isWhole = await addLinks(run, work, { id, type: row.kind }, links, leave)
    if (!isWhole) leave('missing_link')
    const [after] = await repo.findPosition(work.db, { chain: id })
    const others = readNotes(row.notes).filter(({ code }) => code !== 'missing_link')
    // An entry that somebody has changed here stays changed.
    const position = before?.length === row.position ? (after?.length ?? row.position) : row.position
    const set = { is_linked: isWhole ? 1 : 0, position, notes: writeNotes([...others, ...notes]) }
    await repo.update(work.db, key, set)
  })
}

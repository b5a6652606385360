import type { EntityType } from '@aliquot/contract/common'
import { change } from '../../../change.ts'
import type { MovedRow } from '../../../db/schema.ts'
import { OverQuota, Refusal } from '../../../errors.ts'
import { keepContents } from '../../../files/store-content.ts'
import { MOVED_KIND, MOVED_STATE, TYPES } from '../move-in.kinds.ts'
import * as repo from '../move-in.repo.ts'
import type { Run } from '../move-in.run.ts'
import { BadAnswer } from '../source/failures.ts'
import { digestOf } from './digest.ts'
import { bringEarlierTexts } from './earlier-texts.ts'
import { bringFiles } from './files.ts'
import { addLinks } from './links.ts'
import { isIncomplete, type Noted, readNotes, takeNotes, writeNotes } from './notes.ts'
import type { Parts } from './parts.ts'
import { prepareEntry } from './prepare.ts'
import { noteWhatStays, readWhole, type Whole } from './read.ts'
import { ChangedHere, updateEntry } from './update.ts'
import { prepareFiles, writeEntry } from './write.ts'

/** Brings an entry that was planned, whole or not at all, and remembers what became of it in the same change. */
export async function bringEntry(run: Run, row: MovedRow): Promise<void> {
  const type = typeOf(row)
  const { notes, leave } = takeNotes()
  try {
    const whole = await readWhole(run, type, row)
    if (!whole) {
      leave('unreadable')
      return await fail(run, row, notes)
    }
    const brought = digestOf(whole.entry, whole.uploads)
    noteWhatStays(whole, leave)
    if (row.position === null) await make(run, row, whole, brought, notes)
    else if (row.brought === brought && !(await mayBeCompleted(run, row))) await setSame(run, row)
    else if (await isChangedHere(run, row)) await leaveConflict(run, row, notes)
    else await renew(run, row, whole, brought, notes)
  } catch (error) {
    if (!isOfEntry(error)) throw error
    leave('refused', error.message)
    await fail(run, row, notes)
  }
}

function typeOf({ kind }: MovedRow): EntityType {
  return TYPES.find((type) => MOVED_KIND[type] === kind) ?? 'experiments'
}

/** Whether only this entry is refused. Nothing else would come either if there is no room. */
function isOfEntry(error: unknown): error is Error {
  if (error instanceof BadAnswer) return true
  return error instanceof Refusal && !(error instanceof OverQuota) && error.status < 500 && error.status !== 413
}

async function make(run: Run, row: MovedRow, whole: Whole, brought: string, notes: Noted[]): Promise<void> {
  const { ctx, author, report } = run
  const { entry: theirs, uploads, key } = whole
  const outside = takeNotes(notes)
  await keepContents(ctx, async (keep) => {
    const path = `${theirs.type}/${theirs.id}`
    const coming = await bringFiles(run, { path, key }, uploads, keep, outside.leave)
    const entry = await prepareEntry(run, theirs, coming, outside.leave)
    const earlier = await bringEarlierTexts(run, theirs, key, keep, outside.leave)
    const files = await prepareFiles(run, coming, theirs.team, outside.leave)
    await change(ctx, author, async (work) => {
      // The change may run several times.
      const inside = takeNotes(outside.notes)
      const made = await writeEntry(run, work, row, { entry, files, earlier }, inside.leave)
      const isLinked = await addLinks(run, work, made.entry, theirs.links, inside.leave)
      const parts: Parts = { ...made, links: theirs.links.map(({ type, id }) => [type, id]) }
      await remember(run, row, work.db, {
        ...{ id: made.entry.id, brought, parts, isLinked, notes: inside.notes, title: made.entry.title },
      })
    })
    report.files.brought += files.length
    report.parts.comments += entry.comments.length
    report.parts.steps += entry.steps.length
    report.parts.tags += entry.tags.length
    report.parts.links += theirs.links.length
  })
  report.count(theirs.type, 'made')
}

async function renew(run: Run, row: MovedRow, whole: Whole, brought: string, notes: Noted[]): Promise<void> {
  let position = row.position
  try {
    await updateEntry(run, row, whole, notes, async (work, renewed) => {
      position = await remember(run, row, work.db, { ...renewed, id: row.our_id ?? 0, brought })
    })
  } catch (error) {
    if (!(error instanceof ChangedHere)) throw error
    return leaveConflict(run, row, notes)
  }
  run.report.count(whole.entry.type, position === row.position ? 'same' : 'updated')
}

interface Remembered {
  id: number
  brought: string
  parts: Parts
  isLinked: boolean
  notes: readonly Noted[]
  title: string
}

async function remember(
  { source }: Run,
  { kind, their_id }: MovedRow,
  db: Parameters<typeof repo.update>[0],
  { id, brought, parts: { comments, files, earlier, links }, isLinked, notes, title }: Remembered,
): Promise<number> {
  const [chain] = await repo.findPosition(db, { chain: id })
  const position = chain?.length ?? 0
  await repo.update(
    db,
    { source: source.id, kind, id: their_id },
    {
      ...{ our_id: id, state: MOVED_STATE.here, brought, position, title: title.slice(0, 300) },
      // The next run reads it again.
      ...(isIncomplete(notes) && { listed: null }),
      ...{
        is_linked: isLinked ? 1 : 0,
        parts: JSON.stringify({ comments, files, earlier, links }),
        notes: writeNotes(notes),
      },
    },
  )
  return position
}

async function setSame({ ctx, source, report }: Run, row: MovedRow): Promise<void> {
  const key = { source: source.id, kind: row.kind, id: row.their_id }
  await ctx.db.write((db) => repo.update(db, key, { state: MOVED_STATE.here }))
  report.count(typeOf(row), 'same')
}

/** Whether what could not come with it may come now. */
async function mayBeCompleted(run: Run, row: MovedRow): Promise<boolean> {
  return isIncomplete(readNotes(row.notes)) && !(await isChangedHere(run, row))
}

/** Whether anything was recorded here since it was brought. */
async function isChangedHere({ ctx }: Run, { our_id, position }: MovedRow): Promise<boolean> {
  const [chain] = await repo.findPosition(ctx.db.read, { chain: our_id ?? 0 })
  return chain?.length !== position
}

async function leaveConflict(run: Run, row: MovedRow, notes: Noted[]): Promise<void> {
  const { notes: all, leave } = takeNotes(notes)
  leave('conflict')
  run.report.count(typeOf(row), 'conflicts')
  await setState(run, row, MOVED_STATE.conflict, all)
}

async function fail(run: Run, row: MovedRow, notes: readonly Noted[]): Promise<void> {
  run.report.count(typeOf(row), 'failed')
  await setState(run, row, MOVED_STATE.failed, notes)
}

async function setState({ ctx, source }: Run, row: MovedRow, state: number, notes: readonly Noted[]): Promise<void> {
  const key = { source: source.id, kind: row.kind, id: row.their_id }
  await ctx.db.write((db) => repo.update(db, key, { state, notes: writeNotes(notes) }))
}

import { isAllowed, isHeldByLock } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { ImportEntryRow } from '../../db/schema.ts'
import { changeEntity } from '../entries/entries.change.ts'
import * as entities from '../entries/entries.lookup.ts'
import { destroy } from '../entries/entries.states.ts'
import { STATE } from '../entries/entries.types.ts'
import * as repo from './imports.repo.ts'
import { NOTHING, type Run } from './imports.run.ts'
import { requireGoing } from './imports.write.ts'

const AT_ONCE = 100

/** Moves what an import made to the trash, apart from what others have changed since. */
export async function undoEntries(run: Run): Promise<void> {
  const { ctx, row, actor, signal } = run
  for (let after = 0; ; ) {
    const rows = await repo.listMade(ctx.db.read, { id: row.id, after, most: AT_ONCE })
    if (rows.length === 0) return
    for (const one of rows) {
      signal.throwIfAborted()
      await change(ctx, actor, (work) => undoEntry(run, work, one))
      after = one.number
      ctx.signals.tell(row.userid, 'jobs')
    }
  }
}

async function undoEntry(run: Run, work: Change, { import_id, number, entity_id }: ImportEntryRow): Promise<void> {
  const outcome = await remove(run, work, entity_id ?? 0)
  const counted = outcome === 'removed' ? { removed: 1 } : { kept: 1 }
  await requireGoing(run, work, { ...NOTHING, ...counted }, 'undo')
  await repo.setOutcome(work.db, { id: import_id, number, outcome })
}

async function remove({ row, actor }: Run, work: Change, id: number): Promise<'removed' | 'kept'> {
  const [entry] = await entities.holdRow(work.db, { id })
  if (!entry || entry.state === STATE.deleted) return 'removed'
  const [others] = await repo.findOthersEvent(work.db, { chain: id, userid: row.userid })
  if (others || isHeldByLock(actor, entry) || !(await isAllowed(work.db, actor, entry, 'write'))) return 'kept'
  await changeEntity(work, actor, entry, { ...(await destroy(work, entry)), touch: true })
  return 'removed'
}

import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { ImportRow } from '../../db/schema.ts'
import { InvalidInput, Refusal, Unprocessable } from '../../errors.ts'
import { readNotes } from './imports.notes.ts'
import { readOptions } from './imports.options.ts'
import type { ReceivedImport } from './imports.receive.ts'
import * as repo from './imports.repo.ts'
import { type Run, Stopped } from './imports.run.ts'
import { keepingLease, undoFailed } from './imports.take-back.ts'
import { endImport, importEntries } from './imports.work.ts'

/**
 * Imports a file while its request waits, and returns how many entries came in. Whoever gets a refusal for an answer
 * finds nothing made, so what came in until then goes to the trash.
 */
export async function importNow(ctx: Context, { row, isRepeated }: ReceivedImport, actor: Actor): Promise<number> {
  if (isRepeated) return repeatAnswer(ctx, row)
  const { signal } = new AbortController()
  const { once: _, ...author } = actor
  const run: Run = { ctx, row, options: readOptions(row), actor: { ...author, reason: undefined }, signal }
  await keepingLease(ctx, row, async () => {
    try {
      await importEntries(run)
      await requireSomething(ctx, row)
      await endImport(run)
    } catch (error) {
      // Others took it for dead, and take back what it made.
      if (error instanceof Stopped) throw new Unprocessable('import.interrupted')
      const refusal = error instanceof Refusal ? error : new Unprocessable('import.broken')
      if (refusal !== error) ctx.log.error({ err: error, import: row.id }, 'an import failed')
      await undoFailed(ctx, row, { refusal })
      // It is the file, and not the state of something here.
      throw refusal.status === 422 ? new InvalidInput(refusal.said) : refusal
    }
  })
  const [after] = await repo.find(ctx.db.read, { id: row.id })
  return after?.made ?? 0
}

/** A repeated request with the same key gets the answer of the first, and never does its work. */
async function repeatAnswer(ctx: Context, { id }: ImportRow): Promise<number> {
  const [row] = await repo.find(ctx.db.read, { id })
  if (row?.process || row?.state === 'running') throw new Unprocessable('import.not_startable')
  if (!row?.error) return row?.made ?? 0
  const { code, reason, field, params } = JSON.parse(row.error)
  const said = { reason, params: { ...params, ...(field && { field }) } }
  throw code === 422 ? new InvalidInput(said) : new Refusal(code, said)
}

/** A file of which nothing can come in is refused with the reason of its first entry. */
async function requireSomething(ctx: Context, { id }: ImportRow): Promise<void> {
  const [row] = await repo.find(ctx.db.read, { id })
  if (!row || row.refused === 0 || row.made > 0 || row.skipped > 0) return
  const [first] = await repo.listRefused(ctx.db.read, { id })
  throw new InvalidInput('import.nothing_came_in', { why: readNotes(first?.notes ?? null)[0]?.about ?? '' })
}

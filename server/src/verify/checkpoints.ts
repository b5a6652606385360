import { inPages } from '../db/read-in-pages.ts'
import type { CheckpointRow, Db } from '../db/schema.ts'
import { addToDigest, endDigest, startDigest } from '../journal/checkpoints.ts'
import type { Report } from './findings.ts'

/** Recomputes each checkpoint from the events it covers. Returns their number. */
export async function verifyCheckpoints(db: Db, report: Report): Promise<number> {
  let before: CheckpointRow | undefined
  let count = 0
  const pages = inPages<CheckpointRow>((rows, last) => {
    const query = db.selectFrom('checkpoints').selectAll().orderBy('id').limit(rows)
    return (last ? query.where('id', '>', last.id) : query).execute()
  })
  for await (const page of pages) {
    for (const row of page) {
      const problem = await findProblem(db, before, row)
      if (problem) {
        const covers = `events ${(before?.last_event ?? 0) + 1} to ${row.last_event}`
        const message = `checkpoint ${row.id} (${row.at}, ${covers}): ${problem}`
        report({ table: 'checkpoints', id: row.id, entry: null, message })
      }
      before = row
      count++
    }
  }
  return count
}

async function findProblem(db: Db, before: CheckpointRow | undefined, row: CheckpointRow): Promise<string | undefined> {
  const digest = startDigest()
  let events = 0
  for await (const page of eventsBetween(db, before?.last_event ?? 0, row.last_event)) {
    for (const event of page) addToDigest(digest, event)
    events += page.length
  }
  if (row.id !== (before?.id ?? 0) + 1) return `checkpoint ${(before?.id ?? 0) + 1} is missing before it`
  if (row.prev_hash !== (before?.hash ?? '')) return 'it does not continue from the one before it'
  if (events < row.events) return `${row.events - events} of its ${row.events} events are missing`
  if (events > row.events) return `it covers ${row.events} events, but there are ${events}`
  if (endDigest(digest, row) !== row.hash) return 'it or its events have been altered: its hash does not match'
  return undefined
}

function eventsBetween(db: Db, after: number, upTo: number): AsyncGenerator<{ id: number; hash: string }[]> {
  return inPages<{ id: number; hash: string }>((rows, last) =>
    db
      .selectFrom('events')
      .select(['id', 'hash'])
      .where('id', '>', last?.id ?? after)
      .where('id', '<=', upTo)
      .orderBy('id')
      .limit(rows)
      .execute(),
  )
}

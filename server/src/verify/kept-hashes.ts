import { inPages } from '../db/read-in-pages.ts'
import type { Db } from '../db/schema.ts'
import type { Report } from './findings.ts'

/** Finds all hashes in a kept text: log lines, output of `aliquot checkpoints`, or bare hashes. */
export function hashesIn(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/\b[0-9a-f]{64}\b/g) ?? [])]
}

/** Looks for checkpoints with these hashes. A rewritten journal could not reproduce them. */
export async function compareKept(db: Db, kept: readonly string[], report: Report): Promise<void> {
  const missing = new Set(kept)
  const pages = inPages<{ id: number; hash: string }>((rows, last) => {
    const query = db.selectFrom('checkpoints').select(['id', 'hash']).orderBy('id').limit(rows)
    return (last ? query.where('id', '>', last.id) : query).execute()
  })
  for await (const page of pages) for (const { hash } of page) missing.delete(hash)
  for (const hash of missing) {
    const message = `no checkpoint has the hash ${hash} that was kept: the journal was rewritten, or is another one`
    report({ table: 'checkpoints', id: null, entry: null, message })
  }
}

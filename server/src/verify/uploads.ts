import { inPages } from '../db/read-in-pages.ts'
import type { Db, UploadRow } from '../db/schema.ts'
import { sealUpload } from '../journal/seals.ts'
import { type ChainEnd, type LastEvent, subjectKey } from './chains.ts'
import type { Report } from './findings.ts'
import type { Window } from './windows.ts'

/** Holds the rows of files against what the chains of their entries say. Returns how many each entry shows. */
export async function verifyUploads(
  db: Db,
  window: Window,
  ends: ReadonlyMap<number, ChainEnd>,
  report: Report,
): Promise<Map<number, number>> {
  const shown = new Map<number, number>()
  const seen = new Set<string>()
  for await (const page of uploadsOf(db, window)) {
    for (const row of page) {
      const entry = row.entity_id
      if (row.state === 1) shown.set(entry, (shown.get(entry) ?? 0) + 1)
      const key = subjectKey('upload', row.id)
      seen.add(`${entry} ${key}`)
      const end = ends.get(entry)
      const problem = findProblem(row, end?.last.get(key), end?.replaced.get(row.id) ?? null)
      if (problem)
        report({ table: 'uploads', id: row.id, entry, message: `file ${row.id} of entry ${entry} ${problem}` })
    }
  }
  for (const [entry, { last }] of ends) {
    for (const key of last.keys()) {
      if (!key.startsWith('upload ') || seen.has(`${entry} ${key}`)) continue
      const id = Number(key.split(' ')[1])
      report({ table: 'uploads', id, entry, message: `file ${id} of entry ${entry} is missing` })
    }
  }
  return shown
}

function findProblem(row: UploadRow, last: LastEvent | undefined, replaces: number | null): string | undefined {
  if (!last) return 'is not in the journal'
  if (last.seal !== sealUpload(row)) return 'differs from what the journal says'
  return row.replaces === replaces ? undefined : 'names another file as the one before it'
}

function uploadsOf(db: Db, { from, to }: Window): AsyncGenerator<UploadRow[]> {
  return inPages<UploadRow>((rows, last) => {
    const query = db
      .selectFrom('uploads')
      .selectAll()
      .where('entity_id', '>=', last?.entity_id ?? from)
      .where('entity_id', '<=', to)
      .orderBy('entity_id')
      .orderBy('id')
      .limit(rows)
    if (!last) return query.execute()
    return query.where((eb) => eb(eb.refTuple('entity_id', 'id'), '>', eb.tuple(last.entity_id, last.id))).execute()
  })
}

import type { Change } from '../../change.ts'
import type { ImportRow } from '../../db/schema.ts'
import { importsTable } from '../../db/tables/entries/imports.ts'
import type { Changes } from '../../journal/changes.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'

/** Records what becomes of an import. What it makes has events of its own. */
export async function recordImport(
  work: Change,
  row: ImportRow,
  verb: 'created' | 'updated',
  { before }: { before?: string } = {},
): Promise<void> {
  const facts: Changes = { name: { after: row.name }, team: { after: row.team }, userid: { after: row.userid } }
  const news: Changes = { state: { before: before ?? null, after: row.state } }
  if (row.made > 0) news.made = { after: row.made }
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'import',
    subjectId: row.id,
    verb,
    changes: { ...(verb === 'created' ? facts : news), phase: { after: row.phase } },
    seal: sealOf(importsTable, row),
  })
}

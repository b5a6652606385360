import type { Change } from '../../change.ts'
import type { StoredExportRow } from '../../db/schema.ts'
import { storedExportsTable } from '../../db/tables/entries/stored-exports.ts'
import type { Changes } from '../../journal/changes.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { readOptions } from './stored-exports.options.ts'

/** Records what becomes of an export. */
export async function recordStored(
  work: Change,
  row: StoredExportRow,
  verb: 'created' | 'updated' | 'deleted',
  { before }: { before?: number } = {},
): Promise<void> {
  const facts: Changes = {
    ...{ userid: { after: row.userid }, team: { after: row.team }, format: { after: row.format } },
    entity_type: { after: readOptions(row).types.join(', ') },
  }
  const news: Changes = { state: { before: before ?? null, after: row.state } }
  await work.record({
    ...{ chain: INSTANCE_CHAIN, subject: 'stored_export', subjectId: row.id, verb },
    changes: { created: facts, updated: news, deleted: { userid: { before: row.userid } } }[verb],
    seal: verb === 'deleted' ? null : sealOf(storedExportsTable, row),
  })
}

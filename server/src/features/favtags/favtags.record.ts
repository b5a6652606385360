import type { Change } from '../../change.ts'
import type { FavtagRow } from '../../db/schema.ts'
import { favtagsTable } from '../../db/tables/entries/favtags.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'

/** Tells the journal that a tag has become a favourite of a person, or is one no longer. */
export async function recordFavourite(work: Change, row: FavtagRow, verb: 'created' | 'deleted'): Promise<void> {
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'favtag',
    subjectId: row.userid,
    verb,
    changes: { tag_id: verb === 'created' ? { after: row.tag_id } : { before: row.tag_id } },
    seal: verb === 'created' ? sealOf(favtagsTable, row) : null,
  })
}

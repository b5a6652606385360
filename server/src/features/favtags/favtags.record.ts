import type { Change } from '../../change.ts'
import type { FavtagRow } from '../../db/schema.ts'
import { favtagsTable } from '../../db/tables/entries/favtags.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'

/** Records that a tag became a favourite of a person, or is no longer one. */
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

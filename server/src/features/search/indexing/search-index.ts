import { sql } from 'kysely'
import { engineOf } from '../../../db/dialect.ts'
import { ENTRY_INDEX } from '../../../db/entry-indexes.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'

/** The words as the value to write. */
export function asRow(db: Db, entityId: number, words: readonly string[]): string {
  return ENTRY_INDEX[engineOf(db)].valueOf(entityId, words)
}

/** Stores the folded title and main text. */
export const putText = prepared((db: Db, p: { id: number; title: string; body: string }) =>
  db
    .insertInto('entity_texts')
    .values({ entity_id: p.id, title: p.title, body: p.body })
    .onConflict((conflict) => conflict.column('entity_id').doUpdateSet({ title: p.title, body: p.body })),
)

/** Stores the folded title. */
export const putTitle = prepared((db: Db, p: { id: number; title: string }) =>
  db.updateTable('entity_texts').set({ title: p.title }).where('entity_id', '=', p.id),
)

/** The length of the main text, which is not read for it. */
export const findLength = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('entity_texts').select(sql<number>`octet_length(body)`.as('bytes')).where('entity_id', '=', p.id),
)

import { sql } from 'kysely'
import { inPages } from '../../../db/read-in-pages.ts'
import type { Db } from '../../../db/schema.ts'
import { searchedText, searchText } from '../../../lib/search-text.ts'
import { fieldsOf, storeFields } from '../../entries/entries.fields.ts'
import { indexComment } from './comment-index.ts'
import { markAll } from './pending.repo.ts'
import { putText } from './search-index.ts'

/** Rebuilds folded texts, field rows and the index of comments, and marks all entries as not indexed. */
export async function rebuildSearch(db: Db): Promise<void> {
  for (const table of ['entity_texts', 'entity_fields', 'entity_search_comments', 'search_pending'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  for await (const page of searchedEntries(db)) {
    for (const { id, title, body, content_type, metadata } of page) {
      const fields = fieldsOf(metadata)
      if (fields.length > 0) await storeFields(db, id, fields)
      await putText(db, { id, title: searchText(title), body: searchedText(body ?? '', content_type) })
    }
  }
  for await (const page of allComments(db)) for (const comment of page) await indexComment(db, comment)
  await markAll(db)
}

interface Searched {
  id: number
  title: string
  body: string | null
  content_type: number
  metadata: string | null
}

function searchedEntries(db: Db): AsyncGenerator<Searched[]> {
  return inPages<Searched>((rows, last) =>
    db
      .selectFrom('entities as e')
      .leftJoin('bodies as b', 'b.entity_id', 'e.id')
      .select(['e.id', 'e.title', 'b.body', 'e.content_type', 'e.metadata'])
      .where('e.id', '>', last?.id ?? 0)
      .orderBy('e.id')
      .limit(rows)
      .execute(),
  )
}

function allComments(db: Db) {
  return inPages<{ id: number; entity_id: number; comment: string }>((rows, last) =>
    db
      .selectFrom('comments')
      .select(['id', 'entity_id', 'comment'])
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(rows)
      .execute(),
  )
}

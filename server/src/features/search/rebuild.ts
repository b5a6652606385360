import { sql } from 'kysely'
import { inPages } from '../../db/read-in-pages.ts'
import type { Db } from '../../db/schema.ts'
import { searchedBody } from '../../lib/search-text.ts'
import { fieldsOf, storeFields } from '../entries/entries.fields.ts'
import { indexComment } from './comment-index.ts'
import { indexEntity } from './search-index.ts'

/** Rebuilds the search data: folded texts, field rows and indexes. */
export async function rebuildSearch(db: Db): Promise<void> {
  const tables = ['entity_texts', 'entity_fields', 'entity_search', 'entity_search_grams', 'entity_search_comments']
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
  for await (const page of searchedEntries(db)) {
    for (const { id, title, date, elabid, body, content_type, metadata } of page) {
      const fields = fieldsOf(metadata)
      if (fields.length > 0) await storeFields(db, id, fields)
      await indexEntity(db, id, {
        title,
        date,
        elabid,
        tags: await tagsOf(db, id),
        body: searchedBody(body ?? '', content_type),
        values: fields.map(({ value }) => value),
      })
    }
  }
  for await (const page of allComments(db)) for (const comment of page) await indexComment(db, comment)
}

interface Searched {
  id: number
  title: string
  date: string | null
  elabid: string | null
  body: string | null
  content_type: number
  metadata: string | null
}

function searchedEntries(db: Db): AsyncGenerator<Searched[]> {
  return inPages<Searched>((rows, last) =>
    db
      .selectFrom('entities as e')
      .leftJoin('bodies as b', 'b.entity_id', 'e.id')
      .select(['e.id', 'e.title', 'e.date', 'e.elabid', 'b.body', 'e.content_type', 'e.metadata'])
      .where('e.id', '>', last?.id ?? 0)
      .orderBy('e.id')
      .limit(rows)
      .execute(),
  )
}

async function tagsOf(db: Db, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('entity_tags as e')
    .innerJoin('tags as t', 't.id', 'e.tag_id')
    .select('t.tag')
    .where('e.entity_id', '=', id)
    .orderBy('t.id')
    .execute()
  return rows.map((row) => row.tag)
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

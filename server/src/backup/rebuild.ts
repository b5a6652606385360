import { sql } from 'kysely'
import { inPages } from '../db/pages.ts'
import type { Db } from '../db/schema.ts'
import { EVERYONE } from '../features/entities/counts.ts'
import { indexEntity } from '../features/entities/search-index.ts'

/** Makes anew what follows from the other tables: the totals of lists and the full-text index. */
export async function rebuildDerived(db: Db): Promise<void> {
  await sql`delete from entity_counts`.execute(db)
  await sql`
    insert into entity_counts (type, team, userid, state, canread_base, shard, total)
    select type, team, userid, state, canread_base, 0, count(*) from entities
    group by type, team, userid, state, canread_base
    union all
    select type, team, ${sql.lit(EVERYONE)}, state, canread_base, 0, count(*) from entities
    group by type, team, state, canread_base`.execute(db)
  await sql`delete from entity_search`.execute(db)
  for await (const page of searchedEntries(db)) {
    for (const { id, title, body, content_type: contentType, elabid } of page) {
      await indexEntity(db, id, { title, body, contentType, elabid, tags: await tagsOf(db, id) })
    }
  }
}

interface Searched {
  id: number
  title: string
  body: string | null
  content_type: number
  elabid: string | null
}

function searchedEntries(db: Db): AsyncGenerator<Searched[]> {
  return inPages<Searched>((rows, last) =>
    db
      .selectFrom('entities as e')
      .leftJoin('bodies as b', 'b.entity_id', 'e.id')
      .select(['e.id', 'e.title', 'b.body', 'e.content_type', 'e.elabid'])
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

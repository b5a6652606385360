import { sql } from 'kysely'
import { amongFew, anyOf, engineOf, jsonRows, jsonValues, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, TagRow } from '../../db/schema.ts'

const isFavorite = sql<0 | 1>`case when f.userid is null then 0 else 1 end`

/** The tags of an entry, in display order. */
export const listOf = prepared((db: Db, p: { entity: number }) =>
  db
    .selectFrom('entity_tags as e')
    .innerJoin('tags as t', 't.id', 'e.tag_id')
    .select(['t.id', 't.team', 't.tag', 't.tag_key'])
    .where('e.entity_id', '=', p.entity)
    .orderBy('t.tag_key')
    .orderBy('t.id'),
)

/** The same with the favourites of one person. */
export const listFor = prepared((db: Db, p: { entity: number; userid: number }) =>
  db
    .selectFrom('entity_tags as e')
    .innerJoin('tags as t', 't.id', 'e.tag_id')
    .leftJoin('favtags as f', (join) => join.onRef('f.tag_id', '=', 't.id').on('f.userid', '=', p.userid))
    .select(['t.tag', 't.id as tag_id', 't.id', isFavorite.as('is_favorite')])
    .where('e.entity_id', '=', p.entity)
    .orderBy('t.tag_key')
    .orderBy('t.id'),
)

/** A tag of an entry. */
export const findOn = prepared((db: Db, p: { id: number; entity: number; userid: number }) =>
  db
    .selectFrom('entity_tags as here')
    .innerJoin('tags as t', 't.id', 'here.tag_id')
    .leftJoin('favtags as f', (join) => join.onRef('f.tag_id', '=', 't.id').on('f.userid', '=', p.userid))
    .select(['t.id', 't.team', 't.tag', 't.version', isFavorite.as('is_favorite')])
    .where('here.entity_id', '=', p.entity)
    .where('t.id', '=', p.id),
)

export function findByKeys(db: Db, team: number, keys: readonly string[]): Promise<TagRow[]> {
  return findKeys(db, { team, keys: JSON.stringify(keys) })
}

const findKeys = prepared((db: Db, p: { team: number; keys: string }, engine) =>
  db
    .selectFrom('tags')
    .selectAll()
    .where('team', '=', p.team)
    .where((eb) => amongFew(engine, eb.ref('tag_key'), jsonValues(engine, p.keys, 'text'))),
)

/** Adds the tags that the team lacks, and returns only these. */
export function insertMissing(db: Db, tags: readonly Omit<TagRow, 'id' | 'version'>[]): Promise<TagRow[]> {
  return insertTags(db, { tags: JSON.stringify(tags) })
}

// One JSON text, because building a statement with a value per column takes longer than running it.
const insertTags = prepared((db: Db, p: { tags: string }, engine) => {
  const rows = jsonRows(engine, p.tags, { team: 'integer', tag: 'text', tag_key: 'text' })
  return {
    // Without a condition, SQLite would take `on conflict` for that of a join.
    compile: () =>
      sql<TagRow>`insert into tags (team, tag, tag_key) ${rows} where true
        on conflict (team, tag_key) do nothing returning *`.compile(db),
  }
})

export async function attach(db: Db, entity: number, tagIds: readonly number[]): Promise<void> {
  await attachTags(db, { entity, tags: JSON.stringify(tagIds) })
}

const attachTags = prepared(
  (db: Db, p: { entity: number; tags: string }, engine) => {
    const tags = jsonValues(engine, p.tags, 'integer')
    return {
      compile: () =>
        sql<never>`insert into entity_tags (entity_id, tag_id)
          select cast(${p.entity} as integer), listed.value from (${tags}) as listed where true
          on conflict do nothing`.compile(db),
    }
  },
  { isUnanswered: true },
)

export async function detach(db: Db, entity: number, tagIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('entity_tags')
    .where('entity_id', '=', entity)
    .where((eb) => anyOf(engineOf(db), eb.ref('tag_id'), tagIds))
    .execute()
}

export const findTeamRule = prepared((db: Db, p: { team: number }) =>
  db.selectFrom('teams').select('user_create_tag').where('id', '=', p.team),
)

/** The tag, locked until the end of the transaction. */
export const hold = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('tags').selectAll().where('id', '=', p.id)),
)

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('tag_counts').where('tag_id', '=', id).execute()
  await db.deleteFrom('tags').where('id', '=', id).execute()
}

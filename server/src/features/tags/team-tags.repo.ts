import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Engine, lockRow, textValue } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, TagRow } from '../../db/schema.ts'
import { GOING } from './going.ts'

/** A tag with one person's view of it. */
export interface SeenTagRow extends Pick<TagRow, 'id' | 'team' | 'tag' | 'version'> {
  is_favorite: 0 | 1
}

export interface TagsWanted {
  team: number
  userid: number
  /** A part of the key. */
  part: string
  limit: number
  offset: number
}

export async function list(db: Db, { limit, ...wanted }: TagsWanted): Promise<SeenTagRow[]> {
  return listTags(db, { ...wanted, part: likePart(wanted.part), limit: limit > 0 ? limit : MOST })
}

export async function count(db: Db, team: number, part: string): Promise<number> {
  const [row] = await countTags(db, { team, part: likePart(part) })
  return Number(row?.total ?? 0)
}

export const find = prepared((db: Db, p: { id: number; userid: number }) =>
  seenTags(db, p.userid).select('t.tag_key').where('t.id', '=', p.id),
)

/** Locks the team, so that no tag of it is inserted before this transaction ends. */
export async function holdNames(db: Db, team: number): Promise<void> {
  await holdTeam(db, { team })
}

export function update(db: Db, tag: TagRow, columns: Pick<TagRow, 'tag' | 'tag_key'>): Promise<TagRow> {
  return db
    .updateTable('tags')
    .set({ ...columns, version: tag.version + 1 })
    .where('id', '=', tag.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const MOST = 2_147_483_647

const listTags = prepared((db: Db, p: TagsWanted, engine) =>
  seenTags(db, p.userid).where(inTeam(engine, p)).orderBy('t.tag_key').orderBy('t.id').limit(p.limit).offset(p.offset),
)

const countTags = prepared((db: Db, p: { team: number; part: string }, engine) =>
  db.selectFrom('tags as t').select(sql<number>`count(*)`.as('total')).where(inTeam(engine, p)),
)

const holdTeam = prepared((db: Db, p: { team: number }, engine) =>
  lockRow(engine, db.selectFrom('teams').select('id').where('id', '=', p.team)),
)

function seenTags(db: Db, userid: number) {
  return db
    .selectFrom('tags as t')
    .leftJoin('favtags as f', (join) => join.onRef('f.tag_id', '=', 't.id').on('f.userid', '=', userid))
    .select(['t.id', 't.team', 't.tag', 't.version'])
    .select(sql<0 | 1>`case when f.userid is null then 0 else 1 end`.as('is_favorite'))
}

function inTeam(engine: Engine, p: { team: number; part: string }): RawBuilder<SqlBool> {
  // LIKE of SQLite ignores case; here both sides are folded already.
  const isLike = sql`t.tag_key like ${textValue(engine, p.part)} escape '\\'`
  return sql`t.team = ${p.team} and t.tag_key not like ${sql.lit(`${GOING}%`)} and ${isLike}`
}

/** Escapes the wildcards of LIKE. */
function likePart(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`
}

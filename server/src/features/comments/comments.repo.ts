import { sql } from 'kysely'
import { prepared, preparedInsert } from '../../db/prepared.ts'
import { inPages } from '../../db/read-in-pages.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { Turns } from '../../lib/turns.ts'
import { ORIGIN, type OriginColumns } from '../origins/origins.lookup.ts'

/** A comment with its author. */
export interface CommentWithAuthor extends OriginColumns {
  id: number
  entity_id: number
  comment: string
  created_at: string
  modified_at: string
  userid: number
  immutable: number
  version: number
  firstname: string
  lastname: string
  orcid: string | null
  email: string
}

const RECORD = [
  'c.id',
  'c.entity_id',
  'c.comment',
  'c.created_at',
  'c.modified_at',
  'c.userid',
  'c.immutable',
  'c.version',
  'u.firstname',
  'u.lastname',
  'u.orcid',
  'u.email',
  ...ORIGIN,
] as const

const withAuthors = (db: Db) =>
  db
    .selectFrom('comments as c')
    .innerJoin('users as u', 'u.userid', 'c.userid')
    .leftJoin('origins as o', (join) =>
      join.onRef('o.entity_id', '=', 'c.entity_id').onRef('o.comment_id', '=', 'c.id'),
    )
    .leftJoin('users as i', 'i.userid', 'o.userid')

/** A comment with the columns that decide who may read its entry. */
export const findWithEntry = prepared(
  (db: Db, p: { id: number; entity: number; type: number }) =>
    withAuthors(db)
      .innerJoin('entities as e', 'e.id', 'c.entity_id')
      .select(RECORD)
      .select(['e.team', 'e.userid as owner', 'e.canread_base', 'e.canwrite_base'])
      .where('c.id', '=', p.id)
      .where('c.entity_id', '=', p.entity)
      .where('e.type', '=', p.type),
  { isShort: true },
)

export const find = prepared((db: Db, p: { id: number; entity: number }) =>
  withAuthors(db).select(RECORD).where('c.id', '=', p.id).where('c.entity_id', '=', p.entity),
)

/** The newest comments of an entry in pages, newest first. */
export function newestInPages(db: Db, entity: number, most: number): AsyncGenerator<CommentWithAuthor[]> {
  return inPages<CommentWithAuthor>((limit, last) => {
    const { created_at, id } = last ?? AFTER_ALL
    return listBefore(db, { entity, created_at, id, limit })
  }, most)
}

/** After every comment. */
const AFTER_ALL = { created_at: '9999', id: 2_147_483_647 }

const listBefore = prepared((db: Db, p: { entity: number; created_at: string; id: number; limit: number }) =>
  withAuthors(db)
    .select(RECORD)
    .where('c.entity_id', '=', p.entity)
    .where((eb) => eb(eb.refTuple('c.created_at', 'c.id'), '<', eb.tuple(p.created_at, p.id)))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(sql<number>`${p.limit}`),
)

interface PageOf {
  entity: number
  limit: number
  offset: number
}

/** Others get their turn while it reads megabytes. */
export async function listPage(db: Db, { entity, limit: most, offset }: PageOf): Promise<CommentWithAuthor[]> {
  const all: CommentWithAuthor[] = []
  const turns = new Turns()
  const pages = inPages<CommentWithAuthor>(
    (limit, last) => (last ? listAfter(db, { ...last, limit }) : listFrom(db, { entity, limit, offset })),
    most,
  )
  for await (const rows of pages) {
    all.push(...rows)
    await turns.rest()
  }
  return all
}

const listFrom = prepared((db: Db, p: PageOf) =>
  allOf(db, p.entity).limit(sql<number>`${p.limit}`).offset(sql<number>`${p.offset}`),
)

const listAfter = prepared((db: Db, p: { entity_id: number; created_at: string; id: number; limit: number }) =>
  allOf(db, p.entity_id)
    .where((eb) => eb(eb.refTuple('c.created_at', 'c.id'), '>', eb.tuple(p.created_at, p.id)))
    .limit(sql<number>`${p.limit}`),
)

/** The same as a stream, for lists that are too large to hold. */
export function stream(db: Db, p: PageOf) {
  return allOf(db, p.entity).limit(p.limit).offset(p.offset).stream()
}

function allOf(db: Db, entity: number) {
  return withAuthors(db).select(RECORD).where('c.entity_id', '=', entity).orderBy('c.created_at').orderBy('c.id')
}

export const count = prepared((db: Db, p: { entity: number }) =>
  db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('entity_id', '=', p.entity),
)

/**
 * Updates `recent_comment_at` of the entry, and returns the columns that decide who may comment. On PostgreSQL this also
 * locks the entry before its chain.
 */
export const touchCommented = prepared((db: Db, p: { entity: number; type: number; at: string }) =>
  db
    .updateTable('entities')
    // A clock that was set back must not make the newest comment older.
    .set({
      recent_comment_at: sql<string>`case when recent_comment_at > ${p.at} then recent_comment_at else ${p.at} end`,
    })
    .where('id', '=', p.entity)
    .where('type', '=', p.type)
    .returning(['id', 'team', 'userid', 'canread_base', 'canwrite_base', 'has_requests']),
)

/** The columns of an entry that decide who may comment and who is told. */
export type Commented = Pick<EntityRow, 'id' | 'team' | 'userid' | 'canread_base' | 'canwrite_base' | 'has_requests'>

interface NewComment {
  entity: number
  userid: number
  comment: string
  at: string
}

/** Both for PostgreSQL, in one round trip. Inserts nothing if there is no such entry. */
export const touchAndInsert = prepared((db: Db, p: NewComment & { type: number }) => ({
  compile: () =>
    sql<Commented & { comment_id: number }>`
      with touched as (
        update entities
        set recent_comment_at = case when recent_comment_at > ${p.at}::text then recent_comment_at else ${p.at}::text end
        where id = ${p.entity} and type = ${p.type}
        returning id, team, userid, canread_base, canwrite_base, has_requests
      ), inserted as (
        insert into comments (entity_id, userid, comment, immutable, created_at, modified_at, version)
        select id, ${p.userid}::integer, ${p.comment}::text, 0, ${p.at}::text, ${p.at}::text, 1 from touched
        returning id
      )
      select touched.*, inserted.id as comment_id from touched cross join inserted`.compile(db),
}))

export const insert = preparedInsert((db: Db, p: NewComment & { immutable: number }) =>
  db.insertInto('comments').values({
    entity_id: p.entity,
    userid: p.userid,
    comment: p.comment,
    immutable: p.immutable,
    created_at: p.at,
    modified_at: p.at,
    version: 1,
  }),
)

export const update = prepared((db: Db, p: { id: number; comment: string; at: string; version: number }) =>
  db
    .updateTable('comments')
    .set({ comment: p.comment, modified_at: p.at, version: p.version })
    .where('id', '=', p.id)
    .returningAll(),
)

export const remove = prepared((db: Db, p: { id: number }) => db.deleteFrom('comments').where('id', '=', p.id))

/** Recomputes the newest comment after one was deleted. */
export const followNewest = prepared((db: Db, p: { entity: number }) =>
  db
    .updateTable('entities')
    .set((eb) => ({
      recent_comment_at: eb
        .selectFrom('comments')
        .select((max) => max.fn.max('comments.created_at').as('newest'))
        .whereRef('comments.entity_id', '=', 'entities.id'),
    }))
    .where('id', '=', p.entity),
)

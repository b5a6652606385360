import { sql } from 'kysely'
import { hasRoundTrips, lockRow } from '../../db/dialect.ts'
import { ENTRY_INDEX } from '../../db/entry-indexes.ts'
import { prepared, preparedInsert } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

/** A comment with its author. */
export interface CommentWithAuthor {
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
] as const

const withAuthors = (db: Db) => db.selectFrom('comments as c').innerJoin('users as u', 'u.userid', 'c.userid')

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

/** The newest comments of an entry, newest first. */
export const listNewest = prepared((db: Db, p: { entity: number; most: number }) =>
  withAuthors(db)
    .select(RECORD)
    .where('c.entity_id', '=', p.entity)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(sql<number>`${p.most}`),
)

export const listPage = prepared((db: Db, p: { entity: number; limit: number; offset: number }) =>
  allOf(db, p.entity).limit(sql<number>`${p.limit}`).offset(sql<number>`${p.offset}`),
)

/** The same as a stream, for lists that are too large to hold. */
export function stream(db: Db, p: { entity: number; limit: number; offset: number }) {
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
 * Holds the entry and returns the columns that decide who may comment. On PostgreSQL this locks the entry before its
 * chain, in a form that lets few wait for it inside the database. SQLite updates it right here.
 */
export const holdCommented = prepared((db: Db, p: { entity: number; type: number; at: string }, engine) =>
  hasRoundTrips(engine)
    ? lockRow(engine, db.selectFrom('entities').select(WHO_MAY).where('id', '=', p.entity).where('type', '=', p.type))
    : touch(db, p).where('type', '=', p.type).returning(WHO_MAY),
)

const WHO_MAY = ['id', 'team', 'userid', 'canread_base', 'canwrite_base'] as const

function touch(db: Pick<Db, 'updateTable'>, p: { entity: number; at: string }) {
  return (
    db
      .updateTable('entities')
      // A clock that was set back must not make the newest comment older.
      .set({
        recent_comment_at: sql<string>`case when recent_comment_at > ${p.at} then recent_comment_at else ${p.at} end`,
      })
      .where('id', '=', p.entity)
  )
}

export interface NewComment {
  entity: number
  userid: number
  comment: string
  at: string
}

function insertOf(db: Pick<Db, 'insertInto'>, p: NewComment) {
  return db.insertInto('comments').values({
    entity_id: p.entity,
    userid: p.userid,
    comment: p.comment,
    immutable: 0,
    created_at: p.at,
    modified_at: p.at,
    version: 1,
  })
}

export const insert = preparedInsert((db: Db, p: NewComment) => insertOf(db, p))

/** On PostgreSQL: the comment, its words and the time of the newest comment in one round trip. Returns the id. */
export const insertWithWords = prepared((db: Db, p: NewComment & { words: string }) =>
  db
    .with('touched', (query) => touch(query, p))
    .with('inserted', (query) => insertOf(query, p).returning('id'))
    .with('indexed', () => {
      const insertWords = ENTRY_INDEX.postgres.addComment({ id: sql`(select id from inserted)`, words: p.words })
      return sql`(${insertWords})`
    })
    .selectFrom('inserted')
    .select('id'),
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

import { sql } from 'kysely'
import { GUARDED } from '../../access/entry-filter.ts'
import { allowed, type Who } from '../../access/visibility.ts'
import { anyOf, engineOf, inNumbers, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import { inPages } from '../../db/read-in-pages.ts'
import type { Db, UploadChange, UploadRow } from '../../db/schema.ts'
import { anyShard } from '../../db/sharded-totals.ts'
import { OF_FILE, ORIGIN, type OriginColumns } from '../origins/origins.lookup.ts'

/** A file with the name of its uploader and its previews. */
export type UploadWithAuthor = UploadRow & {
  firstname: string
  lastname: string
  has_thumbnail: number
  pages: number | null
} & OriginColumns

const withAuthors = (db: Db) =>
  db
    .selectFrom('uploads as f')
    .innerJoin('users as u', 'u.userid', 'f.userid')
    .leftJoin('previews as p', 'p.hash', 'f.hash')
    .leftJoin('origins as o', (join) =>
      join
        .onRef('o.entity_id', '=', 'f.entity_id')
        .on('o.comment_id', '=', sql.lit(OF_FILE))
        .onRef('o.upload_id', '=', 'f.id'),
    )
    .leftJoin('users as i', 'i.userid', 'o.userid')
    .selectAll('f')
    .select(ORIGIN)
    .select(['u.firstname', 'u.lastname', 'p.pages'])
    .select(sql<number>`case when p.thumbnail is null then 0 else 1 end`.as('has_thumbnail'))

export const find = prepared((db: Db, p: { id: number; entity: number }) =>
  withAuthors(db).where('f.id', '=', p.id).where('f.entity_id', '=', p.entity),
)

/** A file by its unique name, with its entry. */
export const findByLongName = prepared((db: Db, p: { name: string }) =>
  withAuthors(db)
    .innerJoin('entities as e', 'e.id', 'f.entity_id')
    .select(['e.id as entity', 'e.type', 'e.team', 'e.userid as owner', 'e.canread_base', 'e.canwrite_base'])
    .where('f.long_name', '=', p.name),
)

interface PageOf {
  entity: number
  /** A JSON list. */
  states: string
  limit: number
  offset: number
}

/** The files of an entry in these states, newest first. */
export const listPage = prepared((db: Db, p: PageOf, engine) =>
  withAuthors(db)
    .where('f.entity_id', '=', p.entity)
    .where(inNumbers(engine, sql.ref('f.state'), p.states))
    .orderBy('f.id', 'desc')
    .limit(sql<number>`${p.limit}`)
    .offset(sql<number>`${p.offset}`),
)

/** The same in pages, each after the last file of the previous one. */
export function listInPages(
  db: Db,
  { entity, states }: Pick<PageOf, 'entity' | 'states'>,
  most?: number,
): AsyncGenerator<UploadWithAuthor[]> {
  return inPages<UploadWithAuthor>(
    (limit, last) => listBefore(db, { entity, states, id: last?.id ?? AFTER_ALL, limit }),
    most,
  )
}

/** After every file. */
const AFTER_ALL = 2_147_483_647

const listBefore = prepared((db: Db, p: Omit<PageOf, 'offset'> & { id: number }, engine) =>
  withAuthors(db)
    .where('f.entity_id', '=', p.entity)
    .where('f.id', '<', p.id)
    .where(inNumbers(engine, sql.ref('f.state'), p.states))
    .orderBy('f.id', 'desc')
    .limit(sql<number>`${p.limit}`),
)

/** The same as a stream, for lists that are too large to hold. */
export function stream(db: Db, { entity, states, limit, offset }: PageOf) {
  return withAuthors(db)
    .where('f.entity_id', '=', entity)
    .where('f.state', 'in', JSON.parse(states) as number[])
    .orderBy('f.id', 'desc')
    .limit(limit)
    .offset(offset)
    .stream()
}

export const count = prepared((db: Db, p: { entity: number; states: string }, engine) =>
  db
    .selectFrom('uploads as f')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('f.entity_id', '=', p.entity)
    .where(inNumbers(engine, sql.ref('f.state'), p.states)),
)

/** Which files of an entry replaced which. */
export const listReplacements = prepared((db: Db, p: { entity: number }) =>
  db
    .selectFrom('uploads')
    .select(['id', 'replaces'])
    .where('entity_id', '=', p.entity)
    .where('replaces', 'is not', null),
)

/** All files of an entry in any state, oldest first and in pages, locked until the end of the transaction. */
export function holdInPages(db: Db, entity: number): AsyncGenerator<UploadRow[]> {
  return inPages<UploadRow>((limit, last) => holdAfter(db, { entity, id: last?.id ?? 0, limit }))
}

const holdAfter = prepared((db: Db, p: { entity: number; id: number; limit: number }, engine) =>
  lockRow(
    engine,
    db
      .selectFrom('uploads')
      .selectAll()
      .where('entity_id', '=', p.entity)
      .where('id', '>', p.id)
      .orderBy('id')
      .limit(sql<number>`${p.limit}`),
  ),
)

/** The columns of a new row. */
export type UploadStart = Omit<UploadRow, 'id' | 'state' | 'parked_state' | 'modified_at' | 'version'>

/** Inserts a visible file. */
export const insert = prepared((db: Db, p: UploadStart) =>
  db
    .insertInto('uploads')
    .values({
      entity_id: p.entity_id,
      userid: p.userid,
      real_name: p.real_name,
      long_name: p.long_name,
      comment: p.comment,
      hash: p.hash,
      filesize: p.filesize,
      mime: p.mime,
      immutable: p.immutable,
      replaces: p.replaces,
      state: sql.lit(1),
      created_at: p.created_at,
      modified_at: p.created_at,
    })
    .returningAll(),
)

export function update(db: Db, id: number, change: UploadChange): Promise<UploadRow> {
  return db.updateTable('uploads').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Updates the number of visible files of an entry. The caller has locked it. */
export const addForEntry = prepared((db: Db, p: { entity: number; files: number }) =>
  db
    .updateTable('entities')
    .set((eb) => ({ files: eb('files', '+', p.files) }))
    .where('id', '=', p.entity),
)

const SHARDS = 16

/** Updates the file totals of a team. On PostgreSQL they are spread over several rows. */
export async function addToTotal(db: Db, team: number, files: number, bytes: number): Promise<void> {
  await addToShard(db, { team, shard: anyShard(engineOf(db), SHARDS), files, bytes })
}

const addToShard = prepared((db: Db, p: { team: number; shard: number; files: number; bytes: number }) =>
  db
    .insertInto('upload_totals')
    .values({ team: p.team, shard: p.shard, files: p.files, bytes: p.bytes })
    .onConflict((conflict) =>
      conflict.columns(['team', 'shard']).doUpdateSet((eb) => ({
        files: eb('upload_totals.files', '+', eb.ref('excluded.files')),
        bytes: eb('upload_totals.bytes', '+', eb.ref('excluded.bytes')),
      })),
    ),
)

const BYTES = sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes')

export const bytesOfTeam = prepared((db: Db, p: { team: number }) =>
  db.selectFrom('upload_totals').select(BYTES).where('team', '=', p.team),
)

export const quotaOfTeam = prepared((db: Db, p: { team: number }) =>
  db.selectFrom('teams').select('files_quota').where('id', '=', p.team),
)

/** Teams without files are missing in it. */
export async function bytesOfTeams(db: Db): Promise<Map<number, number>> {
  const rows = await db.selectFrom('upload_totals').select(['team', BYTES]).groupBy('team').execute()
  return new Map(rows.map(({ team, bytes }) => [team, bytes]))
}

export const bytesOfAll = prepared((db: Db, _: object) => db.selectFrom('upload_totals').select(BYTES))

/** The number and total size of an entry's files. */
export const totalOfEntry = prepared((db: Db, p: { entity: number }) =>
  db
    .selectFrom('uploads')
    .select([sql<number>`count(*)`.as('files'), sql<number>`cast(coalesce(sum(filesize), 0) as bigint)`.as('bytes')])
    .where('entity_id', '=', p.entity),
)

export const findMember = prepared((db: Db, p: { userid: number; team: number }) =>
  db
    .selectFrom('memberships')
    .select('userid')
    .where('userid', '=', p.userid)
    .where('team', '=', p.team)
    .where('is_archived', '=', 0),
)

export interface OwnPage {
  who: Who
  states: readonly number[]
  /** Undefined for all of them. */
  id?: number
  order: 'created_at' | 'filename' | 'filesize' | 'id'
  sort: 'asc' | 'desc'
  limit: number
  offset: number
}

const ORDER = { created_at: 'f.created_at', filename: 'f.real_name', filesize: 'f.filesize', id: 'f.id' } as const

/** The person's uploads in entries that they may read. */
export function listOwn(db: Db, { who, states, id, order, sort, limit, offset }: OwnPage) {
  return ownRows(db, who)
    .where('f.state', 'in', [...states])
    .$if(id !== undefined, (query) => query.where('f.id', '=', id ?? 0))
    .orderBy(ORDER[order], sort)
    .orderBy('f.id', sort)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Their number, counted up to `most`. */
export async function countOwn(db: Db, { who, states, most }: OwnPage & { most: number }): Promise<number> {
  const found = ownRows(db, who)
    .clearSelect()
    .select('f.id')
    .where('f.state', 'in', [...states])
    .limit(most)
  const { total } = await db
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

function ownRows(db: Db, who: Who) {
  return db
    .selectFrom('uploads as f')
    .innerJoin('entities', 'entities.id', 'f.entity_id')
    .selectAll('f')
    .select(['entities.type', 'entities.title'])
    .where('f.userid', '=', who.userid)
    .where(allowed(engineOf(db), who, GUARDED, 'read'))
}

/** The first picture of each of these entries that has a thumbnail. */
export async function firstPictures(
  db: Db,
  entries: readonly number[],
): Promise<{ entity_id: number; upload_id: number }[]> {
  if (entries.length === 0) return []
  return db
    .selectFrom('uploads')
    .innerJoin('previews', 'previews.hash', 'uploads.hash')
    .select(({ fn }) => ['uploads.entity_id', fn.min('uploads.id').as('upload_id')])
    .where(anyOf(engineOf(db), sql.ref('uploads.entity_id'), entries))
    .where('uploads.state', '=', sql.lit(1))
    .where('uploads.mime', 'like', sql.lit('image/%'))
    .where('previews.thumbnail', 'is not', null)
    .groupBy('uploads.entity_id')
    .orderBy('uploads.entity_id')
    .execute()
}

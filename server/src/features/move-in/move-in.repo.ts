import { sql, type Updateable } from 'kysely'
import { inNumbers, jsonRows, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, MovedRow, MoveSourceRow, Schema } from '../../db/schema.ts'

export const findSource = prepared((db: Db, p: { address: string }, engine) =>
  lockRow(engine, db.selectFrom('move_sources').selectAll().where('address', '=', p.address)),
)

export function insertSource(
  db: Db,
  source: Pick<MoveSourceRow, 'address' | 'userid' | 'process'> & { at: string },
): Promise<MoveSourceRow> {
  const { at, ...values } = source
  return db
    .insertInto('move_sources')
    .values({ ...values, created_at: at, modified_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function setSource(db: Db, id: number, set: Updateable<Schema['move_sources']>): Promise<void> {
  await db.updateTable('move_sources').set(set).where('id', '=', id).execute()
}

interface Key {
  source: number
  kind: number
  id: number
}

export const find = prepared((db: Db, p: Key) =>
  db
    .selectFrom('moved')
    .selectAll()
    .where('source_id', '=', p.source)
    .where('kind', '=', p.kind)
    .where('their_id', '=', p.id),
)

/** The rows of these ids. `ids` is a JSON list. */
export const findSome = prepared((db: Db, p: { source: number; kind: number; ids: string }, engine) =>
  db
    .selectFrom('moved')
    .selectAll()
    .where('source_id', '=', p.source)
    .where('kind', '=', p.kind)
    .where(inNumbers(engine, sql.ref('their_id'), p.ids)),
)

/** Which of these ids entries have, or shall have. */
export const findTaken = prepared((db: Db, p: { ids: string }, engine) =>
  db
    .selectFrom('entities')
    .select('id')
    .where(inNumbers(engine, sql.ref('id'), p.ids))
    .union(
      db
        .selectFrom('moved')
        .select(sql<number>`our_id`.as('id'))
        .where('kind', '<=', sql.lit(4))
        .where(inNumbers(engine, sql.ref('our_id'), p.ids)),
    ),
)

const COLUMNS = {
  source_id: 'integer',
  kind: 'integer',
  their_id: 'integer',
  our_id: 'integer',
  state: 'integer',
  seen_by: 'integer',
  listed: 'text',
  is_linked: 'integer',
  title: 'text',
} as const

export type NewMoved = Pick<MovedRow, keyof typeof COLUMNS>

const insertRows = prepared((db: Db, p: { rows: string }, engine) => {
  const columns = sql.join(Object.keys(COLUMNS).map((name) => sql.ref(name)))
  return {
    compile: () => sql`insert into moved (${columns}) ${jsonRows(engine, p.rows, COLUMNS)}`.compile(db),
  }
})

export async function insert(db: Db, rows: readonly NewMoved[]): Promise<void> {
  if (rows.length > 0) await insertRows(db, { rows: JSON.stringify(rows) })
}

export async function update(db: Db, key: Key, set: Updateable<Schema['moved']>): Promise<void> {
  await db
    .updateTable('moved')
    .set(set)
    .where('source_id', '=', key.source)
    .where('kind', '=', key.kind)
    .where('their_id', '=', key.id)
    .execute()
}

/** Those that have to be read, in the order of their ids. */
export const listWaiting = prepared((db: Db, p: { source: number; kind: number; after: number; most: number }) =>
  db
    .selectFrom('moved')
    .selectAll()
    .where('source_id', '=', p.source)
    .where('kind', '=', p.kind)
    .where('state', '=', sql.lit(0))
    .where('their_id', '>', p.after)
    .orderBy('their_id')
    .limit(sql<number>`${p.most}`),
)

export const listUnlinked = prepared((db: Db, p: { source: number; kind: number; after: number; most: number }) =>
  db
    .selectFrom('moved')
    .selectAll()
    .where('source_id', '=', p.source)
    .where('kind', '=', p.kind)
    .where('is_linked', '=', sql.lit(0))
    .where('their_id', '>', p.after)
    .orderBy('their_id')
    .limit(sql<number>`${p.most}`),
)

export const listNoted = prepared((db: Db, p: { source: number; most: number }) =>
  db
    .selectFrom('moved')
    .select(['kind', 'their_id', 'our_id', 'title', 'notes'])
    .where('source_id', '=', p.source)
    .where('notes', 'is not', null)
    .orderBy('kind')
    .orderBy('their_id')
    .limit(sql<number>`${p.most}`),
)

export const countByState = prepared((db: Db, p: { source: number }) =>
  db
    .selectFrom('moved')
    .select(['kind', 'state'])
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('source_id', '=', p.source)
    .groupBy(['kind', 'state']),
)

export const countWaiting = prepared((db: Db, p: { source: number }) =>
  db
    .selectFrom('moved')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('source_id', '=', p.source)
    .where('state', '=', sql.lit(0)),
)

/** The length of the chain of an entry. */
export const findPosition = prepared((db: Db, p: { chain: number }) =>
  db.selectFrom('chains').select('length').where('chain', '=', p.chain),
)

export const isElabidTaken = prepared((db: Db, p: { elabid: string }) =>
  db.selectFrom('entities').select('id').where('elabid', '=', p.elabid),
)

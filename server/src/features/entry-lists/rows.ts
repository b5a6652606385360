import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EntityListRow } from '@aliquot/contract/entities'
import { type RawBuilder, sql } from 'kysely'
import { GUARDED } from '../../access/entry-filter.ts'
import { allowed, type Who } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { type Engine, inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { Written } from '../../records/written.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import type { EntityKind } from '../entries/entries.types.ts'
import {
  type EntryStamp,
  headsOfRow,
  type ReaderStamp,
  type Stamp,
  selectStamps,
} from '../entries/record/known-texts.ts'
import { type LongRow, selectLong, selectShort } from '../entries/record/row-sql.ts'
import { longText, quickText, shortText } from '../entries/record/row-text.ts'

/** The reader of a list, and the columns they want. */
export interface RowColumns {
  who: Who
  kind: EntityKind
  /** All columns, those of short lists, or those of a quick search (the short ones with type and page). */
  columns: 'long' | 'short' | 'quick'
  /** The time zone of the instance. */
  zone: string
}

/** An entry of a page. Its stamp was read together with the access to it. */
export interface StampedEntry extends EntryStamp {
  id: number
}

/** The stamps of these entries, in this order, without those that the reader may no longer read. */
export async function readStamps(db: Db, who: Who, ids: readonly number[]): Promise<StampedEntry[]> {
  if (ids.length === 0) return []
  const stamps = await findStamps(db, { ...who, ids: JSON.stringify(ids) })
  return inOrder(ids, new Map(stamps.map((stamp) => [stamp.id, stamp])))
}

/** The rows of a page, in its order. Texts that were sent before are sent again if they still hold. */
export async function readPage(
  { db: { read: db }, knownTexts }: Pick<Context, 'db' | 'knownTexts'>,
  look: RowColumns,
  reader: ReaderStamp,
  entries: readonly StampedEntry[],
): Promise<Written<EntityListRow>[]> {
  const { instance_head, favourites } = reader
  const rows = entries.map(({ id, head, pinned_by }) =>
    knownTexts.find<EntityListRow>(look.columns, id, { head, pinned_by, instance_head, favourites }),
  )
  const unknown = entries.filter((_, index) => rows[index] === undefined)
  if (unknown.length === 0) return rows as Written<EntityListRow>[]
  const unknownIds = unknown.map(({ id }) => id)
  const texts = await readTexts(db, look, unknownIds)
  for (const id of unknownIds) if (texts.get(id)?.text === LONG) texts.set(id, await readLongText(db, look, id))
  return entries.flatMap(({ id }, index) => {
    const known = rows[index]
    if (known) return known
    const found = texts.get(id)
    if (found === undefined) return []
    const written = new Written<EntityListRow>(found.text)
    knownTexts.keep(look.columns, id, found.stamp, written)
    return written
  })
}

/** A long row that is not read yet. */
type Unread = () => Promise<Written<EntityListRow> | undefined>

/** The rows of these entries, in this order. Long ones are read one at a time, when the caller is there. */
export async function readRows(
  db: Db,
  look: RowColumns,
  ids: readonly number[],
): Promise<(Written<EntityListRow> | Unread)[]> {
  const texts = await readTexts(db, look, ids)
  const readLong = async (id: number) => {
    const found = await readLongText(db, look, id)
    return found && new Written<EntityListRow>(found.text)
  }
  return ids.flatMap((id) => {
    const found = texts.get(id)
    if (found === undefined) return []
    return found.text === LONG ? () => readLong(id) : new Written<EntityListRow>(found.text)
  })
}

/** The text of a row, and the stamp that was read with it. */
interface RowText {
  text: string
  stamp: Stamp
}

function stampOf({ head, instance_head, pinned_by, favourites }: Stamp): Stamp {
  return { head, instance_head, pinned_by, favourites }
}

/** Stands for a row whose main text is too long to be read together with others. */
const LONG = ''
const LONG_BYTES = 100_000

/** Undefined if the entry is gone. Others get their turn before and after, because it takes as long as hundreds. */
async function readLongText(db: Db, { who, kind, zone }: RowColumns, id: number): Promise<RowText | undefined> {
  await nextTurn()
  const [row] = (await findLong[kind.number]?.whole(db, { ...who, ids: JSON.stringify([id]) })) ?? []
  await nextTurn()
  return row && { text: longText(row, kind, zone), stamp: stampOf(row) }
}

/**
 * The texts of rows by id. It checks access again, because somebody may have revoked it since the ids were found.
 *
 * The database writes most of each row as JSON. To read some fifty columns, build an object of them and serialise it
 * makes a page of 15 cost half as much again.
 */
async function readTexts(
  db: Db,
  { who, kind, columns, zone }: RowColumns,
  ids: readonly number[],
): Promise<Map<number, RowText | undefined>> {
  const texts = new Map<number, RowText | undefined>()
  if (ids.length === 0) return texts
  const values = { ...who, ids: JSON.stringify(ids) }
  if (columns === 'long') {
    const rows = (await findLong[kind.number]?.listed(db, values)) ?? []
    for (const row of rows) {
      texts.set(row.id, { text: row.is_long === 1 ? LONG : longText(row, kind, zone), stamp: stampOf(row) })
    }
  } else {
    const write = columns === 'quick' ? quickText : shortText
    for (const row of await findShort(db, values)) {
      texts.set(row.id, { text: write(row, kind, zone), stamp: stampOf(row) })
    }
  }
  return texts
}

function inOrder<T>(ids: readonly number[], byId: ReadonlyMap<number, T>): T[] {
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Ids = Who & { ids: string }

const findStamps = prepared((db: Db, p: Ids, engine) => listed(selectStamps(db, p.userid), p, engine))

const findShort = prepared((db: Db, p: Ids, engine) =>
  listed(selectShort(db, p.userid, engine).select(headsOfRow()), p, engine),
)

interface FindLong {
  whole(db: Db, values: Ids): Promise<(LongRow & Stamp)[]>
  /** Without long main texts. */
  listed(db: Db, values: Ids): Promise<(LongRow & Stamp & { is_long: number })[]>
}

const IS_LONG = sql<number>`case when octet_length(b.body) > ${sql.lit(LONG_BYTES)} then 1 else 0 end`
const SHORT_BODY = sql`case when octet_length(b.body) <= ${sql.lit(LONG_BYTES)} then b.body end`

/** By the number of the type: each has its own settings. */
const findLong: Readonly<Record<number, FindLong>> = Object.fromEntries(
  Object.values(TYPE_NUMBER).map((type) => [
    type,
    {
      whole: prepared((db: Db, p: Ids, engine) =>
        listed(selectLong(db, p.userid, engine, type).select(headsOfRow()), p, engine),
      ),
      listed: prepared((db: Db, p: Ids, engine) =>
        listed(
          selectLong(db, p.userid, engine, type, SHORT_BODY).select(headsOfRow()).select(IS_LONG.as('is_long')),
          p,
          engine,
        ),
      ),
    },
  ]),
)

function listed<Q extends { where(condition: RawBuilder<boolean>): Q }>(rows: Q, p: Ids, engine: Engine): Q {
  return rows
    .where(inNumbers(engine, sql.ref('entities.id'), p.ids))
    .where(allowed(engine, p, GUARDED, 'read') as RawBuilder<boolean>)
}

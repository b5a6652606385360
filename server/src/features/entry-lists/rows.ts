import type { EntityListRow } from '@aliquot/contract/entities'
import { type RawBuilder, sql } from 'kysely'
import { GUARDED } from '../../access/entry-filter.ts'
import { allowed, type Who } from '../../access/visibility.ts'
import { type Engine, inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { Written } from '../../records/written.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import type { EntityKind } from '../entries/entries.types.ts'
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

/**
 * The rows of these entries, in this order. It checks access again, because somebody may have revoked it since the ids
 * were found.
 *
 * The database writes most of each row as JSON. To read some fifty columns, build an object of them and serialise it
 * makes a page of 15 cost half as much again.
 */
export async function readRows(
  db: Db,
  { who, kind, columns, zone }: RowColumns,
  ids: readonly number[],
): Promise<Written<EntityListRow>[]> {
  if (ids.length === 0) return []
  const values = { ...who, ids: JSON.stringify(ids) }
  const texts = new Map<number, string>()
  if (columns === 'long') {
    const rows = (await findLong[kind.number]?.(db, values)) ?? []
    for (const row of rows) texts.set(row.id, longText(row, kind, zone))
  } else {
    const write = columns === 'quick' ? quickText : shortText
    for (const row of await findShort(db, values)) texts.set(row.id, write(row, kind, zone))
  }
  return ids.flatMap((id) => {
    const text = texts.get(id)
    return text === undefined ? [] : [new Written<EntityListRow>(text)]
  })
}

type Ids = Who & { ids: string }

const findShort = prepared((db: Db, p: Ids, engine) => listed(selectShort(db, p.userid, engine), p, engine))

/** By the number of the type: each has its own settings. */
const findLong: Readonly<Record<number, (db: Db, values: Ids) => Promise<LongRow[]>>> = Object.fromEntries(
  Object.values(TYPE_NUMBER).map((type) => [
    type,
    prepared((db: Db, p: Ids, engine) => listed(selectLong(db, p.userid, engine, type), p, engine)),
  ]),
)

function listed<Q extends { where(condition: RawBuilder<boolean>): Q }>(rows: Q, p: Ids, engine: Engine): Q {
  return rows
    .where(inNumbers(engine, sql.ref('entities.id'), p.ids))
    .where(allowed(engine, p, GUARDED, 'read') as RawBuilder<boolean>)
}

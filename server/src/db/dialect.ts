import {
  type AliasedExpression,
  type Expression,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  SqliteAdapter,
  sql,
} from 'kysely'
import type { Db, Schema } from './schema.ts'

/**
 * The differences between the two engines, each with a name. Everything else is written once, for both.
 */
export type Engine = 'sqlite' | 'postgres'

/** The engine of a query builder. */
export function engineOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}

export async function hasTable(db: Db, name: string): Promise<boolean> {
  const found =
    engineOf(db) === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
      : sql`select 1 where to_regclass(${name}) is not null`
  return (await found.execute(db)).rows.length > 0
}

/** Whether a statement costs a round trip. SQLite has none, and reads JSON slower than it inserts single rows. */
export function hasRoundTrips(engine: Engine): boolean {
  return engine === 'postgres'
}

/** Inserts rows from the text of a JSON array of objects, whose keys are the columns. */
export async function insertJson(db: Db, table: keyof Schema, json: string): Promise<void> {
  const into = sql.table(table)
  if (engineOf(db) === 'postgres') {
    await sql`insert into ${into} select * from json_populate_recordset(null::${into}, ${json}::json)`.execute(db)
    return
  }
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  const values = sql.join(rows.map(({ name }) => sql`value ->> ${sql.lit(`$.${name}`)}`))
  await sql`insert into ${into} (${columns}) select ${values} from json_each(${json})`.execute(db)
}

/** Tells PostgreSQL's planner about many new rows: its own look at them may be minutes away, and plans are bad until then. */
export async function refreshStatistics(db: Db): Promise<void> {
  if (engineOf(db) === 'postgres') await sql`analyze`.execute(db)
}

/**
 * Whether a trigger counts new entries, which saves PostgreSQL a round trip. On SQLite a trigger would make an insert
 * keep a copy of every page that it alters.
 */
export const ENTRIES_COUNTED_BY_TRIGGER: Readonly<Record<Engine, boolean>> = { sqlite: false, postgres: true }

/** Joins the values of a correlated subquery as `1,2,3`, without `order` in any order; null if there are none. */
export function joinText(
  engine: Engine,
  value: Expression<unknown>,
  separator: string,
  order?: Expression<unknown>,
): RawBuilder<string | null> {
  const sorted = order ? sql`order by ${order}` : sql``
  return engine === 'sqlite'
    ? sql`group_concat(${value}, ${sql.lit(separator)} ${sorted})`
    : sql`string_agg((${value})::text, ${sql.lit(separator)} ${sorted})`
}

/** A JSON object as text, written as `JSON.stringify` would write it. */
export function jsonObject(engine: Engine, fields: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<string> {
  const all = Object.entries(fields)
  if (engine === 'sqlite') return sql`json_object(${sql.join(all.flatMap(([name, value]) => [sql.lit(name), value]))})`
  const columns = all.map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  return sql`(select row_to_json(fields)::text from (select ${sql.join(columns)}) as fields)`
}

/** A text as JSON, written in the same way. Null stays null, or becomes `null`. */
export function jsonString(engine: Engine, text: Expression<unknown>): RawBuilder<string | null> {
  return engine === 'sqlite' ? sql`json_quote(${text})` : sql`to_json(${text})::text`
}

/**
 * Locks a row until the end of the transaction, so that what was read of it stays true. SQLite has one writer at a time
 * and needs no lock.
 */
export function lockRow<Q extends { forUpdate(): Q }>(engine: Engine, query: Q): Q {
  return engine === 'sqlite' ? query : query.forUpdate()
}

/** The same, but others may still insert rows that refer to it. */
export function lockRowNotItsKey<Q extends { forNoKeyUpdate(): Q }>(engine: Engine, query: Q): Q {
  return engine === 'sqlite' ? query : query.forNoKeyUpdate()
}

/**
 * Waits until nobody changes the table and locks it for the rest of the transaction. Gives up soon, because other
 * writers queue behind it. SQLite has one writer at a time and needs no lock.
 */
export async function lockTable(db: Db, table: keyof Schema, mode: 'share' | 'share row exclusive'): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  await sql`set local lock_timeout = '5s'`.execute(db)
  await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(db)
}

/** Locks the rows of a query of which any will do: it skips rows that other transactions have locked. */
export function lockFreeRows<Q extends { forUpdate(): Q; skipLocked(): Q }>(engine: Engine, query: Q): Q {
  return engine === 'sqlite' ? query : query.forUpdate().skipLocked()
}

/**
 * An advisory lock on two numbers until the end of the transaction. SQLite has one writer at a time and needs no lock.
 */
export async function takeTurns(db: Db, kind: number, id: number): Promise<void> {
  if (engineOf(db) !== 'sqlite') await sql`select pg_advisory_xact_lock(${kind}::int, ${id}::int)`.execute(db)
}

/** A list of values as one parameter, so that the statement's text does not depend on their number. */
export function anyOf(
  engine: Engine,
  column: Expression<unknown>,
  values: readonly (number | string)[],
): RawBuilder<boolean> {
  const type = typeof values[0] === 'string' ? 'text' : 'integer'
  return amongFew(engine, column, jsonValues(engine, JSON.stringify(values), type))
}

/** The same for a list of numbers that is already JSON text, so that a prepared query can take it as a value. */
export function inNumbers(engine: Engine, column: Expression<unknown>, list: unknown): RawBuilder<boolean> {
  return amongFew(engine, column, jsonValues(engine, list, 'integer'))
}

/** The same for ids of events, of which there may be more than 2^31. */
export function inEventIds(engine: Engine, column: Expression<unknown>, list: unknown): RawBuilder<boolean> {
  return amongFew(engine, column, jsonValues(engine, list, 'bigint'))
}

/** Whether the column is among the few rows of a query. Makes PostgreSQL read these first. */
export function amongFew(engine: Engine, column: Expression<unknown>, few: RawBuilder<unknown>): RawBuilder<boolean> {
  return engine === 'sqlite' ? sql`${column} in (${few})` : sql`${column} = any(array(${few}))`
}

/** A query for the values of a JSON list, one per row, in a column called `value`. */
export function jsonValues(engine: Engine, list: unknown, type: 'integer' | 'bigint' | 'text'): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql`select value from json_each(${list})`
  const values = sql`jsonb_array_elements_text(${list}::jsonb)`
  return type === 'text' ? sql`select ${values} as value` : sql`select ${values}::${sql.raw(type)} as value`
}

/** A query for the objects of a JSON list, one per row, with these columns. */
export function jsonRows(
  engine: Engine,
  list: unknown,
  columns: Readonly<Record<string, 'integer' | 'text'>>,
): RawBuilder<unknown> {
  const names = Object.keys(columns)
  if (engine === 'sqlite') {
    const values = names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`)
    return sql`select ${sql.join(values)} from json_each(${list})`
  }
  const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  return sql`select ${sql.join(names.map((name) => sql.ref(name)))}
    from json_to_recordset(${list}::json) as listed (${sql.join(typed)})`
}

/** A text parameter. PostgreSQL needs the cast if nothing else gives the type. */
export function textValue(engine: Engine, value: unknown): RawBuilder<string> {
  return engine === 'sqlite' ? sql`${value}` : sql`${value}::text`
}

/** A join that keeps the written order of tables on SQLite. PostgreSQL chooses well by itself. */
export function joinAsWritten(engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`cross join` : sql`join`
}

/** Whether a text contains another. */
export function containsText(engine: Engine, column: RawBuilder<unknown>, text: unknown): RawBuilder<SqlBool> {
  return engine === 'sqlite' ? sql`instr(${column}, ${text}) > 0` : sql`strpos(${column}, ${text}) > 0`
}

/** A column whose index SQLite must not use. PostgreSQL chooses well by itself. */
export function withoutIndex(engine: Engine, column: string): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`+${sql.ref(column)}` : sql.ref(column)
}

/**
 * The value of a column in rows where it is null. A constant tells PostgreSQL that all of them are equal, so it need
 * not sort them.
 */
export function knownNull(engine: Engine, column: RawBuilder<unknown>, type: 'integer' | 'text'): RawBuilder<unknown> {
  if (engine === 'sqlite') return column
  return type === 'integer' ? sql`null::integer` : sql`null::text collate "C"`
}

/** The smallest and the largest id that a row can hold, even a damaged one. */
export function idRange(engine: Engine): { first: number; last: number } {
  return engine === 'sqlite' ? { first: -(2 ** 53) + 1, last: 2 ** 53 - 1 } : { first: -(2 ** 31), last: 2 ** 31 - 1 }
}

/**
 * A condition that is evaluated per row. PostgreSQL turns each bare `exists` into a join, and would plan a search with
 * thirty words and tags for many seconds.
 */
export function askedOfEach(engine: Engine, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return engine === 'sqlite' ? condition : sql`(${condition}) is true`
}

/** Sorts null as the smallest value, as SQLite does: first when ascending, last when descending. */
export function nullsAreSmall(engine: Engine, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql``
  return direction === 'asc' ? sql`nulls first` : sql`nulls last`
}

/**
 * A page of several ordered queries, merged without duplicates and read only as far as needed. SQLite merges by itself;
 * PostgreSQL needs a limit for each query: limit plus offset.
 */
export function mergeInOrder(
  engine: Engine,
  queries: readonly RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
  { limit, offset, reach }: { limit: unknown; offset: unknown; reach: unknown },
): RawBuilder<unknown> {
  if (engine === 'sqlite') {
    return sql`${sql.join(queries, sql` union `)} order by ${order} limit ${limit} offset ${offset}`
  }
  const reaching = queries.map(
    (query, index) => sql`select * from (${query} order by ${order} limit ${reach}) as ${sql.raw(`part${index}`)}`,
  )
  return sql`
    select * from (${sql.join(reaching, sql` union `)}) as merged order by ${order} limit ${limit} offset ${offset}`
}

export type Aliased = AliasedExpression<unknown, string>

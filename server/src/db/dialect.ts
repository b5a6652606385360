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

/** Which engine a query builder talks to. */
export function engineOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}

/** Is there a table of this name? */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const found =
    engineOf(db) === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
      : sql`select 1 where to_regclass(${name}) is not null`
  return (await found.execute(db)).rows.length > 0
}

/** Inserts rows given as the text of a JSON array of objects, whose keys are the table's columns. */
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

/** Joins the values of a correlated subquery's rows, `1,2,3`; null when there are none. */
export function joinText(
  engine: Engine,
  value: Expression<unknown>,
  separator: string,
  order: Expression<unknown>,
): RawBuilder<string | null> {
  return engine === 'sqlite'
    ? sql`group_concat(${value}, ${sql.lit(separator)} order by ${order})`
    : sql`string_agg(${value}::text, ${sql.lit(separator)} order by ${order})`
}

/**
 * Holds a row until the end of the transaction, so that what was read of it stays true while it is changed. SQLite has
 * one writer at a time and needs nothing.
 */
export function lockRow<Q extends { forUpdate(): Q }>(engine: Engine, query: Q): Q {
  return engine === 'sqlite' ? query : query.forUpdate()
}

/** The same, while others may still add rows that refer to it. */
export function lockRowNotItsKey<Q extends { forNoKeyUpdate(): Q }>(engine: Engine, query: Q): Q {
  return engine === 'sqlite' ? query : query.forNoKeyUpdate()
}

/**
 * Waits until nobody changes the table and keeps it so for the rest of the transaction. Gives up soon: whoever wants to
 * write stands in line behind. SQLite has one writer at a time and needs nothing.
 */
export async function lockTable(db: Db, table: keyof Schema, mode: 'share' | 'share row exclusive'): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  await sql`set local lock_timeout = '5s'`.execute(db)
  await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(db)
}

/** The same for rows of which any will do: those that another transaction holds are passed over, not waited for. */
export function lockFreeRows<Q extends { forUpdate(): Q; skipLocked(): Q }>(engine: Engine, query: Q): Q {
  return engine === 'sqlite' ? query : query.forUpdate().skipLocked()
}

/**
 * Lets only one transaction at a time go on of those that name the same two numbers, until its end. SQLite has one writer
 * at a time and needs nothing.
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

/** The same with a list of numbers that already is JSON text, so that a prepared query can take it as a value. */
export function inNumbers(engine: Engine, column: Expression<unknown>, list: unknown): RawBuilder<boolean> {
  return amongFew(engine, column, jsonValues(engine, list, 'integer'))
}

/** Is the column among the few rows of a query? PostgreSQL is told to read these first. */
export function amongFew(engine: Engine, column: Expression<unknown>, few: RawBuilder<unknown>): RawBuilder<boolean> {
  return engine === 'sqlite' ? sql`${column} in (${few})` : sql`${column} = any(array(${few}))`
}

/** A query for the values of a list that is JSON text, one in each row, in a column called `value`. */
export function jsonValues(engine: Engine, list: unknown, type: 'integer' | 'text'): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql`select value from json_each(${list})`
  const values = sql`jsonb_array_elements_text(${list}::jsonb)`
  return type === 'text' ? sql`select ${values} as value` : sql`select ${values}::integer as value`
}

/** A query for the objects of a list that is JSON text: a row for each, with these columns. */
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

/** A parameter that is text. PostgreSQL cannot tell by itself where nothing else says so. */
export function textValue(engine: Engine, value: unknown): RawBuilder<string> {
  return engine === 'sqlite' ? sql`${value}` : sql`${value}::text`
}

/** A join that reads its tables in the order in which they are written. PostgreSQL chooses well by itself. */
export function joinAsWritten(engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`cross join` : sql`join`
}

/**
 * What a column is in rows where it is null. That all of them are the same, PostgreSQL sees in a constant alone, and then
 * need not sort them.
 */
export function knownNull(engine: Engine, column: RawBuilder<unknown>, type: 'integer' | 'text'): RawBuilder<unknown> {
  if (engine === 'sqlite') return column
  return type === 'integer' ? sql`null::integer` : sql`null::text collate "C"`
}

/** The smallest and the largest id that a row can hold, damaged ones included. */
export function idRange(engine: Engine): { first: number; last: number } {
  return engine === 'sqlite' ? { first: -(2 ** 53) + 1, last: 2 ** 53 - 1 } : { first: -(2 ** 31), last: 2 ** 31 - 1 }
}

/**
 * A condition that is asked of one row at a time. PostgreSQL makes a join of each `exists` that it finds bare, and takes
 * many seconds to plan what a search with thirty words and tags becomes.
 */
export function askedOfEach(engine: Engine, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return engine === 'sqlite' ? condition : sql`(${condition}) is true`
}

/** Rows without a value count as the smallest, as SQLite has it: first when ascending, last when descending. */
export function nullsAreSmall(engine: Engine, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql``
  return direction === 'asc' ? sql`nulls first` : sql`nulls last`
}

/**
 * A page of several ordered queries merged into one, each of them read only as far as needed. A row that more than one
 * has comes once. SQLite merges by itself; PostgreSQL is told how far each query reaches: limit and offset together.
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

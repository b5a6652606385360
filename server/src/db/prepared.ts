import type { Compilable, CompiledQuery } from 'kysely'
import { connectionOf } from './connection.ts'
import { type Engine, engineOf } from './dialect.ts'
import { nameStatement } from './postgres/named-statements.ts'
import type { Db } from './schema.ts'

/** Stands in the compiled query for a value that each run brings. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export interface PreparedOptions {
  /**
   * False where requests decide about the text: every connection to PostgreSQL keeps each named statement for as long
   * as it lives.
   */
  isNamed?: boolean
}

/**
 * A query that is built once for each engine and run many times: building costs more than running it. What `build` is
 * given are place holders with the types of the values, so it must not branch on them.
 *
 *     const findComment = prepared((db: Db, p: { id: number }) =>
 *       db.selectFrom('comments').selectAll().where('id', '=', p.id))
 *     const [comment] = await findComment(db, { id: 7 })
 */
export function prepared<P extends object, R>(
  build: (db: Db, parameters: P, engine: Engine) => Compilable<R>,
  { isNamed = true }: PreparedOptions = {},
): (db: Db, values: P) => Promise<R[]> {
  const compiled: Partial<Record<Engine, Statement<R>>> = {}
  return async (db, values) => {
    const direct = connectionOf(db)?.sync
    const engine = direct ? 'sqlite' : engineOf(db)
    compiled[engine] ??= compile(build(db, placeholders<P>(), engine), isNamed && engine === 'postgres')
    const { query, fill } = compiled[engine]
    const parameters = fill(values)
    if (direct) return direct.run(query.sql, parameters) as R[]
    const { rows } = await db.executeQuery<R>({ ...query, parameters })
    return rows
  }
}

/** An insert of one row, which can be told to return its id. */
interface Insert extends Compilable {
  returning(column: 'id'): Compilable<{ id: number }>
}

/** The same for the insert of a row into a table that numbers its rows: gives the new id. */
export function preparedInsert<P extends object>(
  build: (db: Db, parameters: P) => Insert,
): (db: Db, values: P) => Promise<number> {
  let compiled: Statement<unknown> | undefined
  const insertReturning = prepared((db: Db, parameters: P) => build(db, parameters).returning('id'))
  return async (db, values) => {
    const direct = connectionOf(db)?.sync
    if (!direct) return (await insertReturning(db, values))[0]?.id ?? 0
    compiled ??= compile(build(db, placeholders<P>()), false)
    return direct.insert(compiled.query.sql, compiled.fill(values))
  }
}

function placeholders<P extends object>(): P {
  return new Proxy({} as P, { get: (_, name) => new Placeholder(String(name)) })
}

interface Statement<R> {
  query: CompiledQuery<R>
  /** The parameters of a run, with its values in their places. */
  fill(values: object): unknown[]
}

function compile<R>(build: Compilable<R>, isNamed: boolean): Statement<R> {
  const query = build.compile()
  if (isNamed) nameStatement(query.sql)
  return { query, fill: fillerFor(query.parameters) }
}

/** Written once for each statement, like the shape of its rows: one loop for all of them reads every value the slow way. */
function fillerFor(parameters: readonly unknown[]): (values: object) => unknown[] {
  const items = parameters.map((value, index) =>
    value instanceof Placeholder ? `values[${JSON.stringify(value.name)}]` : `parameters[${index}]`,
  )
  // The names are those of our own queries; nothing that a request brings becomes one.
  return new Function('parameters', 'values', `return [${items.join(', ')}]`).bind(undefined, parameters)
}

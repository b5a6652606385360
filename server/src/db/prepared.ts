import type { Compilable, CompiledQuery } from 'kysely'
import { connectionOf } from './connection.ts'
import { type Engine, engineOf } from './dialect.ts'
import { nameStatement } from './postgres/named-statements.ts'
import type { Db } from './schema.ts'

/** Stands for a value of each run in the compiled query. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export interface PreparedOptions {
  /** False if requests determine the SQL: every PostgreSQL connection keeps each named statement for its life. */
  isNamed?: boolean
  /**
   * A lookup by key that is always fast. On PostgreSQL, outside of a transaction, it shares a connection with others,
   * which would wait for a slow one.
   */
  isShort?: boolean
  /** A write without a result. A change that shares its transaction on PostgreSQL does not wait for it. */
  isUnanswered?: boolean
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
  { isNamed = true, isShort = false, isUnanswered = false }: PreparedOptions = {},
): (db: Db, values: P) => Promise<R[]> {
  const compiled: Partial<Record<Engine, CompiledQuery<R>>> = {}
  return async (db, values) => {
    const connection = connectionOf(db)
    const sync = connection?.sync
    const engine = sync ? 'sqlite' : engineOf(db)
    compiled[engine] ??= compile(build(db, placeholders<P>(), engine), isNamed && engine === 'postgres')
    const query = compiled[engine]
    const parameters = fillIn(query, values)
    if (sync) return sync.run(query.sql, parameters) as R[]
    const together = connection?.together
    if (together && isUnanswered) {
      together.send(query.sql, parameters)
      return []
    }
    const shared = together ?? (isShort ? connection?.shortReads : undefined)
    if (shared) return shared.run(query.sql, parameters) as Promise<R[]>
    const { rows } = await db.executeQuery<R>({ ...query, parameters })
    return rows
  }
}

/** An insert of one row that can return its id. */
interface Insert extends Compilable {
  returning(column: 'id'): Compilable<{ id: number }>
}

/** The same for an insert into a table with generated ids: returns the new id. */
export function preparedInsert<P extends object>(
  build: (db: Db, parameters: P) => Insert,
): (db: Db, values: P) => Promise<number> {
  let compiled: CompiledQuery | undefined
  const insertReturning = prepared((db: Db, parameters: P) => build(db, parameters).returning('id'))
  return async (db, values) => {
    const sync = connectionOf(db)?.sync
    if (!sync) return (await insertReturning(db, values))[0]?.id ?? 0
    compiled ??= compile(build(db, placeholders<P>()), false)
    return sync.insert(compiled.sql, fillIn(compiled, values))
  }
}

function placeholders<P extends object>(): P {
  return new Proxy({} as P, { get: (_, name) => new Placeholder(String(name)) })
}

function compile<R>(build: Compilable<R>, isNamed: boolean): CompiledQuery<R> {
  const query = build.compile()
  if (isNamed) nameStatement(query.sql)
  return query
}

/** The parameters of a run with its values. */
function fillIn({ parameters }: CompiledQuery, values: object): unknown[] {
  return parameters.map((value) =>
    value instanceof Placeholder ? (values as Record<string, unknown>)[value.name] : value,
  )
}

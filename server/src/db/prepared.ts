import type { Compilable, CompiledQuery } from 'kysely'
import { type Engine, engineOf } from './dialect.ts'
import { directRunner } from './direct.ts'
import { nameStatement } from './named-statements.ts'
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
  const compiled: Partial<Record<Engine, CompiledQuery<R>>> = {}
  const placeholders = new Proxy({} as P, { get: (_, name) => new Placeholder(String(name)) })
  return async (db, values) => {
    const run = directRunner(db)
    const engine = run ? 'sqlite' : engineOf(db)
    compiled[engine] ??= compile(build(db, placeholders, engine), isNamed && engine === 'postgres')
    const query = compiled[engine]
    const parameters = fill(query.parameters, values as Record<string, unknown>)
    if (run) return run(query.sql, parameters) as R[]
    const { rows } = await db.executeQuery<R>({ ...query, parameters })
    return rows
  }
}

function compile<R>(query: Compilable<R>, isNamed: boolean): CompiledQuery<R> {
  const compiled = query.compile()
  if (isNamed) nameStatement(compiled.sql)
  return compiled
}

function fill(parameters: readonly unknown[], values: Record<string, unknown>): unknown[] {
  return parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value))
}

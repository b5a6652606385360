import type { Compilable } from 'kysely'
import { prepared } from './prepared.ts'
import type { Db } from './schema.ts'

/** Requests decide which columns come together, so only the first sets of columns are kept prepared. */
const MOST_SETS = 100

type Run = (db: Db, values: object) => Promise<unknown>

/** A prepared write without a result for each set of columns that it changes. `build` gets placeholders for their values. */
export function preparedByColumns<P extends object, C extends object>(
  build: (db: Db, p: P, columns: C) => Compilable<unknown>,
): (db: Db, values: P, columns: C) => Promise<void> {
  const known = new Map<string, Run>()
  return async (db, values, columns) => {
    const names = Object.keys(columns)
    const key = names.join()
    const run = known.get(key) ?? prepareFor(names, known.size < MOST_SETS)
    if (known.size < MOST_SETS) known.set(key, run)
    await run(db, { ...values, ...columns })
  }

  function prepareFor(names: readonly string[], isNamed: boolean): Run {
    return prepared(
      (db: Db, p: P & C) => {
        const columns = Object.fromEntries(names.map((name) => [name, p[name as keyof C]]))
        return build(db, p, columns as C)
      },
      { isNamed, isUnanswered: true },
    ) as Run
  }
}

import { sql } from 'kysely'
import { GUARDED } from '../../access/entry-filter.ts'
import { allowed, type Who } from '../../access/visibility.ts'
import { inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

/** The named entries that exist, and whether the person may read them. */
export const findNamed = prepared((db: Db, p: Who & { ids: string; type: number }, engine) =>
  db
    .selectFrom('entities')
    .select('entities.id')
    .select(sql<number>`case when ${allowed(engine, p, GUARDED, 'read')} then 1 else 0 end`.as('is_open'))
    .where('entities.type', '=', p.type)
    .where(inNumbers(engine, sql.ref('entities.id'), p.ids)),
)

interface Counted {
  type: number
  states: readonly number[]
  /** Only entries of this person. */
  owner?: number | undefined
}

export async function countEntries(db: Db, { type, states, owner }: Counted): Promise<number> {
  const all = db
    .selectFrom('entities')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('type', '=', type)
    .where('state', 'in', states)
  const { count } = await (owner === undefined ? all : all.where('userid', '=', owner)).executeTakeFirstOrThrow()
  return Number(count)
}

/** The owners, with their teams, of the entries of this type in one of these states. */
export const findOwners = prepared((db: Db, p: { type: number; states: string }, engine) =>
  db
    .selectFrom('entities')
    .select(['entities.userid', 'entities.team'])
    .distinct()
    .where('entities.type', '=', p.type)
    .where(inNumbers(engine, sql.ref('entities.state'), p.states))
    .orderBy('entities.userid')
    .orderBy('entities.team'),
)

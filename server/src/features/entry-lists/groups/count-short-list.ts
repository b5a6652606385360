import type { Grouping } from '@aliquot/contract/entity-groups'
import { type RawBuilder, sql } from 'kysely'
import { engineOf, inNumbers } from '../../../db/dialect.ts'
import type { Db } from '../../../db/schema.ts'
import { findFiltered, TooFarBack } from '../choose-plan.ts'
import type { ListRequest } from '../plan-unfiltered.ts'

/** A filtered list of at most this many entries is grouped as a whole. */
const SHORT = 2000

const VALUES: Record<Grouping, RawBuilder<string | null>> = {
  status: sql`cast(status as text)`,
  category: sql`cast(category as text)`,
  owner: sql`cast(userid as text)`,
  month: sql`substr(date, 1, 7)`,
}

/**
 * The number of entries of each group, by its value, if the list is short. One search for all groups costs less than one
 * for each of them: a rare word has no entries of most owners.
 */
export async function countShortList(
  db: Db,
  asked: ListRequest,
  by: Grouping,
  mostSteps: number,
): Promise<ReadonlyMap<string, number> | undefined> {
  const ids = await findShort(db, asked, mostSteps)
  if (!ids) return undefined
  const { rows } = await sql<{ value: string; total: number | string }>`
    select coalesce(${VALUES[by]}, 'null') as value, count(*) as total from entities
    where ${inNumbers(engineOf(db), sql.ref('id'), JSON.stringify(ids))}
    group by 1`.execute(db)
  return new Map(rows.map(({ value, total }) => [value, Number(total)]))
}

async function findShort(db: Db, asked: ListRequest, mostSteps: number): Promise<number[] | undefined> {
  try {
    const { ids } = await findFiltered(db, { ...asked, hasPins: false }, { limit: SHORT + 1, offset: 0 }, mostSteps)
    return ids.length > SHORT ? undefined : ids
  } catch (error) {
    if (error instanceof TooFarBack) return undefined
    throw error
  }
}

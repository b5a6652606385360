import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { ListRequest } from './plan-unfiltered.ts'

/**
 * The labels that entries of this list may have. Entries have labels of their team and shared ones, which they keep when
 * the other team shares them no longer. A label is created private, so an unchanged one was never shared.
 */
export function labelsInRange(db: Db, asked: ListRequest, column: 'status' | 'category') {
  const { kind, range, actor, listing } = asked
  const isOwn = range.scope === 1 && !range.owners
  const ownTeams = sql<number>`(select team from entity_counts
    where userid = ${actor.userid} and type = ${listing.values.type})`
  return db
    .selectFrom('labels')
    .where('kind', '=', kind[column])
    .$if(range.scope === 2 || isOwn, (query) =>
      query.where((eb) =>
        eb.or([
          isOwn ? eb('team', 'in', ownTeams) : eb('team', '=', actor.team),
          eb('is_private', '=', 0),
          eb('version', '>', 1),
        ]),
      ),
    )
}

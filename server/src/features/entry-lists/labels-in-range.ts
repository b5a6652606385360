import type { Db } from '../../db/schema.ts'
import type { ListRequest } from './plan-unfiltered.ts'

/** The labels that entries of this list may have. */
export function labelsInRange(db: Db, { kind, range, actor }: ListRequest, column: 'status' | 'category') {
  return (
    db
      .selectFrom('labels')
      .where('kind', '=', kind[column])
      // Entries of a team have its labels and shared ones, which they keep when the other team shares them no longer. A
      // label is created private, so an unchanged one was never shared.
      .$if(range.scope === 2, (query) =>
        query.where((eb) => eb.or([eb('team', '=', actor.team), eb('is_private', '=', 0), eb('version', '>', 1)])),
      )
  )
}

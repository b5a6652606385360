import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { EVERYONE } from '../entities/counts.ts'

/** Everybody, and those who are validated and active in at least one team. */
export const countUsers = prepared((db: Db, _: object) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('users')
      .select((row) => row.fn.countAll<number>().as('total'))
      .as('everyone'),
    eb
      .selectFrom('users')
      .select((row) => row.fn.countAll<number>().as('total'))
      .where('validated', '=', 1)
      .where((where) =>
        where.exists(
          where
            .selectFrom('memberships')
            .select('memberships.team')
            .whereRef('memberships.userid', '=', 'users.userid')
            .where('memberships.is_archived', '=', 0),
        ),
      )
      .as('active'),
  ]),
)

export const countTeams = prepared((db: Db, _: object) =>
  db.selectFrom('teams').select((eb) => eb.fn.countAll<number>().as('total')),
)

/** By type, from the totals that are kept anyway: the entries themselves may be a million. */
export const countEntries = prepared((db: Db, _: object) =>
  db
    .selectFrom('entity_counts')
    .select((eb) => ['type', eb.fn.sum<number>('total').as('total')])
    .where('userid', '=', EVERYONE)
    .groupBy('type'),
)

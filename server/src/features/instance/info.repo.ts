import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { EVERYONE } from '../counts/entry-counts.ts'

/**
 * People who are active in at least one team, and how many of them are not validated (few, with their own index). Reads
 * only indexes.
 */
export const countActive = prepared((db: Db, _: object) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('memberships')
      .select((row) => row.fn.count<number>('userid').distinct().as('total'))
      .where('is_archived', '=', sql.lit(0))
      .as('active'),
    eb
      .selectFrom('users as u')
      .select((row) => row.fn.countAll<number>().as('total'))
      .where('u.validated', '=', sql.lit(0))
      .where((where) =>
        where.exists(
          where
            .selectFrom('memberships as m')
            .select('m.team')
            .whereRef('m.userid', '=', 'u.userid')
            .where('m.is_archived', '=', sql.lit(0)),
        ),
      )
      .as('unvalidated'),
  ]),
)

export const countTeams = prepared((db: Db, _: object) =>
  db
    .selectFrom('teams')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('state', '=', 1),
)

/** By type, from the stored totals, because there may be a million entries. */
export const countEntries = prepared((db: Db, _: object) =>
  db
    .selectFrom('entity_counts')
    .select((eb) => ['type', eb.fn.sum<number>('total').as('total')])
    .where('userid', '=', EVERYONE)
    .groupBy('type'),
)

/** The daily counts of a kind, oldest first. At most one row per day. */
export const listDays = prepared((db: Db, p: { kind: number }) =>
  db
    .selectFrom('daily_counts')
    .select((eb) => ['day', eb.fn.sum<number>('total').as('total')])
    .where('kind', '=', p.kind)
    .groupBy('day')
    .orderBy('day'),
)

import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import type { ReadAccess } from './principals.ts'

const DECISIVE = ['team', 'userid', 'canread_base', 'canread'] as const

/** Whether a change of these columns may change who can read an entry. */
export function changesReaders(columns: object): boolean {
  return DECISIVE.some((column) => column in columns)
}

/** Keeps who could read an entry before the event at this position of its chain. */
export const keepAccess = prepared(
  (db: Db, p: ReadAccess & { id: number; position: number }) =>
    db
      .insertInto('access_before')
      .columns(['entity_id', 'event_id', ...DECISIVE])
      .expression((eb) =>
        eb
          .selectFrom('events as e')
          .select(['e.chain', 'e.id'])
          .select(DECISIVE.map((column) => eb.val(p[column]).as(column)))
          .where('e.chain', '=', p.id)
          .where('e.position', '=', p.position),
      ),
  { isUnanswered: true },
)

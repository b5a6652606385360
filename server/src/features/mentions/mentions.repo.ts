import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

/** The columns of an entry that decide who may read it. */
export const findAccess = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('entities').select(['team', 'userid', 'canread', 'canread_base']).where('id', '=', p.id),
)

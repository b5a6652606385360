import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

/** The oldest group of a team with this name. */
export const findGroupNamed = prepared((db: Db, p: { team: number; name: string }) =>
  db.selectFrom('teamgroups').selectAll().where('team', '=', p.team).where('name', '=', p.name).orderBy('id').limit(1),
)

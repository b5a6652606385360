import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'

/** A person, whatever became of the account. */
export const findPerson = prepared((db: Db, p: { userid: number }) =>
  db.selectFrom('users').select(['userid', 'firstname', 'lastname', 'email', 'orcid']).where('userid', '=', p.userid),
)

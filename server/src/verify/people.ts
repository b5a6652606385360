import { sql } from 'kysely'
import { engineOf } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { searchId } from '../features/users/people-search.ts'
import type { Report } from './findings.ts'

/** Checks that the search index has everybody except deleted accounts. */
export async function verifyPeople(db: Db, report: Report): Promise<void> {
  const indexed = sql`exists (select 1 from people_search where ${searchId(engineOf(db))} = users.userid)`
  const { rows } = await sql<{ userid: number; state: number }>`
    select userid, state from users where (state = 1) <> ${indexed} order by userid`.execute(db)
  for (const { userid, state } of rows) {
    const problem =
      state === 1 ? 'cannot be found: they are missing in the search index' : 'is deleted and still in the search index'
    report({ table: 'users', id: userid, entry: null, message: `user ${userid} ${problem}` })
  }
}

import { sql } from 'kysely'
import type { Who } from '../../access/visibility.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { readableFields } from './extra-fields.counts.ts'

/** The field names on entries that the person may read, most frequent first. */
export const listNames = prepared((db: Db, p: Who, engine) => ({
  compile: () =>
    sql<{ name: string; frequency: number }>`
      select name, sum(total) as frequency from (${readableFields(engine, p)}) as readable
      group by name having sum(total) > 0 order by frequency desc, name`.compile(db),
}))

export const findPreferences = prepared((db: Db, p: { userid: number }) =>
  db.selectFrom('users').select('preferences').where('userid', '=', p.userid),
)

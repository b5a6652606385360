import { type Kysely, sql } from 'kysely'

/**
 * Uses of tags and fields on entries that are open in every team are summed up over all teams: a list of them then reads
 * as many rows as there are names, and not as many as there are names in each team.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, key] of [
    ['tag_counts', 'tag_id'],
    ['field_counts', 'name'],
  ] as const) {
    const statements = [
      `insert into ${table} (${key}, userid, team, canread_base, shard, total)
        select ${key}, 0, 0, canread_base, 0, sum(total) from ${table}
        where userid = 0 and canread_base >= 40 group by ${key}, canread_base`,
      `delete from ${table} where userid = 0 and canread_base >= 40 and team <> 0`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

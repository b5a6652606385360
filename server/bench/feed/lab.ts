import { sql } from 'kysely'
import pino from 'pino'
import { readConfig } from '../../src/config.ts'
import type { Context } from '../../src/context.ts'
import { createApikey } from '../../src/features/apikeys/apikeys.service.ts'
import { createTeam } from '../../src/features/teams/teams.service.ts'
import { createUser } from '../../src/features/users/users.service.ts'
import { openContext } from '../../src/start.ts'

const AUTHOR = { userid: null, via: 'bench', address: '' }
export const TEAMS = 50
export const PEOPLE = 500

/** The keys of a team's people. */
export interface LabTeam {
  keys: string[]
}

export async function openLab(env: Record<string, string>): Promise<Context> {
  return openContext(readConfig(env), pino({ level: 'silent' }))
}

/** 500 people in 50 teams of 10, each with a key. Everybody reads the entries of their team. */
export async function makePeople(ctx: Context): Promise<LabTeam[]> {
  const teams: LabTeam[] = []
  for (let number = 1; number <= TEAMS; number++) {
    const { id: team } = await createTeam(ctx, AUTHOR, { name: `Team ${number}` })
    const keys: string[] = []
    for (let person = 0; person < PEOPLE / TEAMS; person++) {
      const email = `person${number}-${person}@example.org`
      const { userid } = await createUser(ctx, AUTHOR, { email, firstname: 'Person', lastname: email, team })
      keys.push((await createApikey(ctx, AUTHOR, { name: 'bench', canWrite: true, userid, team })).key)
    }
    teams.push({ keys })
  }
  return teams
}

/** Adds comments' events to the chains of these entries, without the comments: the feed needs no more. */
export async function addEvents(ctx: Context, entries: readonly number[], count: number): Promise<void> {
  const first = entries[0] ?? 1
  const numbers =
    ctx.db.engine === 'sqlite'
      ? sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n)`
      : sql`(select generate_series(1, ${count}::integer) as i)`
  const hash = ctx.db.engine === 'sqlite' ? sql`lower(hex(randomblob(32)))` : sql`md5(i::text) || md5((i + 1)::text)`
  await ctx.db.write(
    async (db) => {
      await sql`
        insert into events (chain, position, at, userid, via, address, subject, subject_id, verb, fields, continues,
          changes, reason, seal, prev_hash, hash)
        select cast(${first} as integer) + i % cast(${entries.length} as integer), 1000000 + i, '2026-03-02T09:15:40.123Z', 1, 'bench', '', 'comment', i,
          'created', 'comment', 0, '{"comment":{"after":"Looks pure, 4.2 mg"}}', null, null, '', ${hash}
        from ${numbers} as numbers`.execute(db)
      await sql`update chains set length = 1000000 + cast(${count} as integer)
        where chain >= ${first} and chain < cast(${first} as integer) + cast(${entries.length} as integer)`.execute(db)
    },
    { takesLong: true },
  )
  await sql.raw('analyze').execute(ctx.db.streaming)
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { seed } from '../seed/seed.ts'
import type { SeededTeam } from '../seed/world.ts'
import { readConfig } from '../src/config.ts'
import { createApikey } from '../src/features/apikeys/apikeys.service.ts'
import { openContext } from '../src/start.ts'
import type { Postgres } from '../test/postgres.ts'
import { databaseOn, runStatement } from './pgbench.ts'

/** A notebook to measure, and the keys to use. */
export interface Seeded {
  env: Record<string, string>
  /** The keys of two members of the largest team: a typical one, and the one with most grants. */
  keys: { typical: string; named: string }
  team: SeededTeam
}

/** The same number of people and teams in all of them, so that only the number of entries differs. */
const PEOPLE = { users: 2000, teams: 50 }

/** The notebook with that many entries in this folder; reuses one from an earlier run. */
export async function provideNotebook(entries: number, folder: string, postgres?: Postgres): Promise<Seeded> {
  mkdirSync(folder, { recursive: true })
  const env: Record<string, string> = { DATA_DIR: join(folder, `data-${entries}`), LOG_LEVEL: 'info' }
  const database = `entries_${entries}`
  if (postgres) env.DATABASE_URL = databaseOn(postgres.url, database)
  // Written last: a notebook without it is unfinished.
  const file = join(folder, `notebook-${entries}.json`)
  if (existsSync(file)) return { env, ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<Seeded, 'env'>) }
  if (existsSync(env.DATA_DIR as string)) throw new Error(`${env.DATA_DIR} was left unfinished: remove it`)
  if (postgres) await runStatement(postgres.url, `create database ${database}`)
  const made = await makeNotebook(entries, env)
  // What the database server does by itself sooner or later, so that all runs measure the same.
  if (env.DATABASE_URL) await runStatement(env.DATABASE_URL, 'vacuum analyze')
  writeFileSync(file, `${JSON.stringify(made)}\n`, { mode: 0o600 })
  return { env, ...made }
}

async function makeNotebook(entries: number, env: Record<string, string>): Promise<Omit<Seeded, 'env'>> {
  const ctx = await openContext(readConfig({ ...process.env, ...env }), pino({ level: 'silent' }))
  const [team] = await seed(ctx, { entries, ...PEOPLE })
  if (!team) throw new Error('nobody was seeded')
  const { id, people } = team
  const keyOf = async (userid = 0) => {
    const author = { userid: null, via: 'cli', address: '' }
    return (await createApikey(ctx, author, { name: 'bench', canWrite: false, userid, team: id })).key
  }
  // Seeded people are more active the earlier they come.
  const keys = { typical: await keyOf(people[Math.floor(people.length / 2)]), named: await keyOf(people[0]) }
  await ctx.db.close()
  return { keys, team }
}

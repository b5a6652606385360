import type { Engine } from '../src/db/dialect.ts'
import { providePostgresBin } from '../test/packages.ts'
import { type Postgres, startPostgres } from '../test/postgres.ts'
import { cleanAtExit } from './cleanup.ts'

/** Runs a drill with a temporary, durable PostgreSQL cluster. */
export async function withPostgres<T>(work: (postgres: Postgres) => Promise<T>): Promise<T> {
  await providePostgresBin()
  const postgres = await startPostgres({ durable: true })
  const forget = cleanAtExit(() => postgres.remove())
  try {
    return await work(postgres)
  } finally {
    forget()
    await postgres.remove()
  }
}

/** Runs a drill on either engine. */
export function onEngine<T>(engine: Engine, work: (database: { databaseUrl?: string }) => Promise<T>): Promise<T> {
  return engine === 'sqlite' ? work({}) : withPostgres(({ url }) => work({ databaseUrl: url }))
}

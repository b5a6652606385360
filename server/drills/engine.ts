import type { Engine } from '../src/db/dialect.ts'
import { providePostgresBin } from '../test/packages.ts'
import { startPostgres } from '../test/postgres.ts'

/** Runs a drill on an engine: on PostgreSQL with a throw-away cluster that keeps what it acknowledges. */
export async function onEngine<T>(
  engine: Engine,
  work: (database: { databaseUrl?: string }) => Promise<T>,
): Promise<T> {
  if (engine === 'sqlite') return work({})
  await providePostgresBin()
  const postgres = await startPostgres({ durable: true })
  try {
    return await work({ databaseUrl: postgres.url })
  } finally {
    await postgres.remove()
  }
}

import type { Logger } from 'pino'
import { bootstrap } from './bootstrap.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'

/** Opens everything a command or the server needs: the database, brought up to date, and the first team. */
export async function openContext(config: Config, log: Logger): Promise<Context> {
  const db = openDatabase(config)
  try {
    for (const name of await migrate(db)) log.info(`schema: applied ${name}`)
    const ctx: Context = { config, db, log, now: () => new Date().toISOString() }
    await bootstrap(ctx)
    return ctx
  } catch (error) {
    await db.close()
    throw error
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { type Config, readConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { openCounters } from '../counters.ts'
import type { Database } from '../db/database.ts'
import { requireUpToDate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { CommandProblem } from '../errors.ts'
import { openFiles } from '../files/files.ts'
import { contextOf, namingThePlace, openContext } from '../start.ts'

/** The author of changes by the command line. */
export const CLI = { userid: null, via: 'cli', address: '' } as const

/** Runs with the instance open, and sets it up if it is new. */
export async function withInstance<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const ctx = await openContext(readConfig(), pino({ level: 'silent' }))
  return closing(ctx, work)
}

/** Runs on an existing instance without setting up or migrating anything. */
export async function withExistingInstance<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const config = readConfig()
  requireDatabaseFile(config)
  const ctx = await openExisting(config)
  return closing(ctx, work)
}

async function openExisting(config: Config): Promise<Context> {
  let db: Database | undefined
  try {
    db = await openDatabase(config)
    await requireUpToDate(db)
    const files = await openFiles(config)
    const log = pino({ level: 'silent' })
    return contextOf({ config, db, files, log, counters: openCounters(), now: () => new Date().toISOString() })
  } catch (error) {
    await db?.close()
    throw namingThePlace(config, error)
  }
}

/** Opening a missing SQLite database would create it. */
export function requireDatabaseFile(config: Config): void {
  const file = join(config.DATA_DIR, 'aliquot.db')
  if (!config.DATABASE_URL && !existsSync(file)) throw new CommandProblem(`there is no instance in ${config.DATA_DIR}`)
}

async function closing<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  try {
    return await work(ctx)
  } finally {
    await ctx.db.close()
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { bootstrap } from './bootstrap.ts'
import { type Config, ConfigError } from './config.ts'
import type { Context } from './context.ts'
import { openCounters } from './counters.ts'
import type { Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { Unavailable } from './errors.ts'
import { openPlanMemory } from './features/entry-lists/plan-memory.ts'
import { openPreviewPages } from './features/previews/previews.pages.ts'
import { openMissedLinks } from './features/shared/shared.service.ts'
import { type FilesContext, openFiles } from './files/files.ts'
import { openListsFor } from './http/answers/open-lists.ts'
import { openCredentials } from './http/auth/authenticate.ts'
import { timeNow } from './lib/clock.ts'

/** Opens everything a command or the server needs: the database, brought up to date, and the first team. */
export async function openContext(config: Config, log: Logger): Promise<Context> {
  let db: Database | undefined
  try {
    db = await openDatabase(config)
    await waitForDatabase(db, log)
    for (const name of await migrate(db)) log.info(`schema: applied ${name}`)
    const ctx = contextOf({ config, db, files: await openFiles(config), log, counters: openCounters(), now: timeNow })
    await bootstrap(ctx)
    return ctx
  } catch (error) {
    await db?.close()
    throw namingThePlace(config, error)
  }
}

/** All that a running notebook remembers, empty, around what was opened. */
export function contextOf(opened: FilesContext): Context {
  const ctx: Context = {
    ...opened,
    workplace: { maker: undefined },
    knownConfig: { last: undefined },
    credentials: openCredentials(),
    keyUses: new Map(),
    renewingSessions: new Set(),
    missedLinks: openMissedLinks(),
    openLists: openListsFor(opened.db),
    exports: new Map(),
    sweeps: { running: undefined },
    readiness: { probes: undefined },
    plans: openPlanMemory(),
    previewPages: openPreviewPages(),
    freeSpace: { last: undefined },
    resumableUploads: { beginning: new Map(), finishing: new Map() },
  }
  return ctx
}

/** Trouble with the place of the data names the setting that says where it is; every other error stays as it is. */
export function namingThePlace(config: Config, error: unknown): unknown {
  const place = config.DATABASE_URL ? 'DATABASE_URL: the database' : `DATA_DIR: ${config.DATA_DIR}`
  const reason = reasonOf(error)
  return reason === undefined ? error : new ConfigError(`${place} cannot be used: ${reason}`)
}

const PATIENCE_MS = 5000
const BETWEEN_TRIES_MS = 250
const OLDEST_POSTGRES = 15

/** A server that starts at the same time as its database gives it a moment. */
async function waitForDatabase(db: Database, log: Logger): Promise<void> {
  if (db.engine === 'sqlite') return
  const start = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      await db.write(requireNewPostgres)
      return
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() - start > PATIENCE_MS) throw error
      if (attempt === 1) log.warn('waiting for the database')
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}

async function requireNewPostgres(db: Database['read']): Promise<void> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major < OLDEST_POSTGRES) {
    throw new ConfigError(`DATABASE_URL: PostgreSQL ${OLDEST_POSTGRES} or newer is needed, this is ${major}`)
  }
}

/** What is wrong with the place of the data, on one line; undefined for everything else. */
function reasonOf(error: unknown): string | undefined {
  const cause = error instanceof Unavailable ? (error.cause ?? error) : error
  const { code, syscall, errcode, message, errors } = cause as NodeJS.ErrnoException & {
    errcode?: number
    errors?: Error[]
  }
  const isAboutPlace =
    error instanceof Unavailable ||
    // A folder or a socket, SQLite's own trouble, or PostgreSQL about who may connect and to which database.
    syscall !== undefined ||
    errcode !== undefined ||
    /^(28|3D)/.test(code ?? '')
  // A name with several addresses fails with an empty message and one error for each.
  return isAboutPlace ? message || errors?.map((one) => one.message).join(', ') || code : undefined
}

import type { Logger } from 'pino'
import { RightsCache } from './access/rights-cache.ts'
import { bootstrap } from './bootstrap.ts'
import { type Config, ConfigError } from './config.ts'
import type { Context } from './context.ts'
import { openCounters } from './counters.ts'
import type { Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { waitForPostgres } from './db/postgres/wait-until-ready.ts'
import type { CommitLogOptions } from './db/sqlite/commit-log.ts'
import { Unavailable } from './errors.ts'
import { OpenStreams } from './features/changes/stream/open-streams.ts'
import { FeedWatch } from './features/changes/watch.ts'
import { RenderedBodies } from './features/entries/entries.body.ts'
import { KnownChangelogs } from './features/entries/record/known-changelogs.ts'
import { KnownTexts } from './features/entries/record/known-texts.ts'
import { openPlanMemory } from './features/entry-lists/plan-memory.ts'
import { MOST_FAR_PAGES } from './features/entry-lists/stream.ts'
import { openTeamLetters } from './features/mail/mail.to-many.ts'
import { MoveInsOfProcess } from './features/move-ins/move-ins.context.ts'
import { openPreviewPages } from './features/previews/previews.pages.ts'
import { Backlog } from './features/search/indexing/backlog.ts'
import { markDoubtful } from './features/search/indexing/keep-indexed.ts'
import { openMissedLinks } from './features/shared/shared.service.ts'
import { WebhooksOfProcess } from './features/webhooks/webhooks.context.ts'
import { type FilesContext, openFiles } from './files/files.ts'
import { openListsFor } from './http/answers/open-lists.ts'
import { openCredentials } from './http/auth/authenticate.ts'
import { listStanding } from './http/auth/standing.ts'
import { timeNow } from './lib/clock.ts'
import { PersonSignals } from './lib/signals/person-signals.ts'
import { Signal } from './lib/signals/signal.ts'
import { Slots } from './lib/slots.ts'

/** Opens all that a command or the server needs: the migrated database and the first team. */
export async function openContext(config: Config, log: Logger, sqlite?: CommitLogOptions): Promise<Context> {
  let db: Database | undefined
  try {
    db = await openDatabase(config, sqlite)
    if (config.DATABASE_URL) await waitForPostgres(db, log)
    for (const name of await migrate(db)) log.info(`schema: applied ${name}`)
    await markDoubtful(db, config)
    const ctx = contextOf({ config, db, files: await openFiles(config), log, counters: openCounters(), now: timeNow })
    await bootstrap(ctx)
    return ctx
  } catch (error) {
    await db?.close()
    throw namingThePlace(config, error)
  }
}

/** Builds the context around what was opened, with empty caches. */
export function contextOf(opened: Omit<FilesContext, 'refusedAttempts' | 'committed' | 'signals'>): Context {
  const committed = new Signal()
  const signals = new PersonSignals(opened.db.channel)
  const ctx: Omit<Context, 'streams'> & Partial<Pick<Context, 'streams'>> = {
    ...opened,
    committed,
    signals,
    refusedAttempts: { minute: undefined },
    workplace: { maker: undefined, press: undefined },
    knownConfig: { last: undefined },
    credentials: openCredentials(),
    keyUses: new Map(),
    renewingSessions: new Set(),
    missedLinks: openMissedLinks(),
    teamLetters: openTeamLetters(),
    openLists: openListsFor(opened.db),
    exports: new Map(),
    exportsMadeFor: new Set(),
    moveIns: new MoveInsOfProcess(),
    sweeps: { running: undefined },
    readiness: { probes: undefined },
    followed: new Signal(),
    feed: new FeedWatch(opened.db, committed),
    plans: openPlanMemory(),
    farPages: new Slots(MOST_FAR_PAGES),
    renderedBodies: new RenderedBodies(),
    knownTexts: new KnownTexts(),
    knownChangelogs: new KnownChangelogs(),
    creators: new RightsCache(),
    signInAttempts: { made: 0 },
    backlog: new Backlog(),
    pendingWords: { last: new Map() },
    previewPages: openPreviewPages(),
    freeSpace: { last: undefined },
    webhooks: new WebhooksOfProcess(),
    resumableUploads: { beginning: new Map(), finishing: new Map() },
  }
  const whole = ctx as Context
  whole.streams = new OpenStreams(whole, (actors) => listStanding(whole, actors))
  return whole
}

/** Errors about the location of the data name the setting for it; all others stay unchanged. */
export function namingThePlace(config: Config, error: unknown): unknown {
  const place = config.DATABASE_URL ? 'DATABASE_URL: the database' : `DATA_DIR: ${config.DATA_DIR}`
  const reason = reasonOf(error)
  return reason === undefined ? error : new ConfigError(`${place} cannot be used: ${reason}`)
}

/** Describes an error about the location of the data on one line; undefined for other errors. */
function reasonOf(error: unknown): string | undefined {
  const cause = error instanceof Unavailable ? (error.cause ?? error) : error
  const { code, syscall, errcode, message, errors } = cause as NodeJS.ErrnoException & {
    errcode?: number
    errors?: Error[]
  }
  const isAboutPlace =
    error instanceof Unavailable ||
    // A folder or a socket, an error of SQLite, or PostgreSQL refusing the user or database.
    syscall !== undefined ||
    errcode !== undefined ||
    /^(28|3D)/.test(code ?? '')
  // A host name with several addresses fails with an empty message and one error for each.
  return isAboutPlace ? message || errors?.map((one) => one.message).join(', ') || code : undefined
}

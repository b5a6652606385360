import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { hasTable } from '../../db/dialect.ts'
import { HEALTH } from '../../db/health.ts'
import { appliedMigrations, requireKnown } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/list.ts'
import { openDatabase } from '../../db/open.ts'
import { filesFolder, openFiles } from '../../files/files.ts'
import { countJobs } from '../../jobs/jobs.repo.ts'
import { checkpointState } from '../../journal/checkpoints.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { describePlace } from '../../lib/s3-place.ts'
import { plainMessage } from '../../plain-message.ts'
import { lookAround } from '../../servers/neighbours.ts'
import { countPending } from '../search/indexing/count-pending.ts'

/** The result of one check. */
export interface Check {
  name: string
  state: 'ok' | 'warning' | 'wrong'
  message: string
}

const MIB = 1024 ** 2
const LITTLE_SPACE = 2048 * MIB
const NO_SPACE = 200 * MIB
const HOUR_MS = 3_600_000
const DRIFT_MS = 2000
const LAST_EVENTS = 1000
const WILD_DRIFT_MS = 60_000

/** Checks what most often goes wrong. Changes nothing and never throws. */
export async function checkInstance(): Promise<Check[]> {
  const config = await attempt('configuration', async () => readConfig())
  if ('state' in config) return [config]
  const { DATA_DIR, DATABASE_URL } = config
  const checks = await checkFolder(config)
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'aliquot.db'))) {
    const clock = await checkOne('clock', async () => checkOwnClock(undefined))
    return [
      ...checks,
      warning('database', `none in ${DATA_DIR} yet. The first start creates it. If you expected one, check DATA_DIR.`),
      clock,
    ]
  }
  return [...checks, ...(await checkData(config))]
}

/** The same for a running instance, with its open database. */
export async function checkRunning(config: Config, database: Database): Promise<Check[]> {
  return [...(await checkFolder(config)), ...(await checkOpened(config, database))]
}

async function checkFolder(config: Config): Promise<Check[]> {
  const { DATA_DIR } = config
  return [
    ok('configuration', `valid, data in ${DATA_DIR}`),
    await checkOne('disk', () => checkDisk(DATA_DIR)),
    await checkOne('permissions', () => checkPermissions(DATA_DIR)),
    await checkOne('files', () => checkFiles(config)),
  ]
}

async function checkData(config: Config): Promise<Check[]> {
  const opened = await attempt('database', async () => openDatabase(config))
  if ('state' in opened) return [opened, await checkOne('clock', async () => checkOwnClock(undefined))]
  try {
    return await checkOpened(config, opened)
  } finally {
    await opened.close()
  }
}

async function checkOpened(config: Config, opened: Database): Promise<Check[]> {
  const database = await checkOne('database', () => checkDatabase(opened))
  if (database.state === 'wrong') return [database, await checkOne('clock', async () => checkOwnClock(undefined))]
  const schema = await checkOne('schema', () => checkSchema(opened))
  const clock = await checkOne('clock', () => checkClock(opened))
  const journal = await checkOne('journal', () => checkJournal(opened))
  const jobs = await checkOne('jobs', () => checkJobs(opened))
  const search = await checkOne('search', () => checkSearch(opened))
  // A schema of another version may lack the table.
  const contents = schema.state === 'ok' ? [await checkOne('contents', () => checkContents(config, opened))] : []
  const servers = schema.state === 'ok' ? [await checkOne('servers', () => checkServers(config, opened))] : []
  return [database, schema, clock, journal, jobs, search, ...contents, ...servers]
}

async function checkDisk(folder: string): Promise<Check> {
  if (!existsSync(folder)) return checkPlaceFor(folder)
  const probe = join(folder, `.doctor-${randomUUID()}`)
  await writeFile(probe, 'x', { flush: true, mode: 0o600 })
  await rm(probe)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const message = `writable, ${formatBytes(free)} free`
  if (free < NO_SPACE) return wrong('disk', message)
  return free < LITTLE_SPACE ? warning('disk', message) : ok('disk', message)
}

/** The folder is missing: checks whether the first start can create it, without creating it. */
async function checkPlaceFor(folder: string): Promise<Check> {
  let parent = dirname(folder)
  while (!existsSync(parent)) parent = dirname(parent)
  await access(parent, constants.W_OK | constants.X_OK)
  return warning('disk', `${folder} does not exist yet; the first start creates it in ${parent}`)
}

/** Must not create the folder. */
async function checkFiles(config: Config): Promise<Check> {
  if (config.FILES_URL) {
    await (await openFiles(config)).store.check()
    return ok('files', `${describePlace(config.FILES_URL)} answers and is writable`)
  }
  const folder = filesFolder(config)
  if (!existsSync(folder)) return ok('files', `no files yet; the first one creates ${folder}`)
  await (await openFiles(config)).store.check()
  return ok('files', `${folder} is writable`)
}

/** Checks after a move that the files belong to the database. It samples two contents; `verify` checks all. */
async function checkContents(config: Config, { read }: Database): Promise<Check> {
  const { store } = await openFiles(config)
  const ends = (['asc', 'desc'] as const).map((order) =>
    read.selectFrom('uploads').select(['id', 'hash', 'filesize']).orderBy('id', order).limit(1).executeTakeFirst(),
  )
  for (const file of await Promise.all(ends)) {
    if (!file) return ok('contents', 'no files yet')
    if ((await store.sizeOf(file.hash)) === file.filesize) continue
    return wrong(
      'contents',
      `file ${file.id} is missing in the store. Check that everything was copied (docs/files.md).`,
    )
  }
  return ok('contents', 'first and last file found')
}

/** Servers on one database must share files and secrets. */
async function checkServers(config: Config, { read }: Database): Promise<Check> {
  const { servers, problems } = await lookAround(read, config, new Date().toISOString())
  if (problems.length > 0) return wrong('servers', `${problems.join('; ')} (docs/several-servers.md)`)
  if (servers.length === 0) return ok('servers', 'none running')
  return ok(
    'servers',
    servers.length === 1 ? '1 running' : `${servers.length} running, with the same files and settings`,
  )
}

async function checkPermissions(folder: string): Promise<Check> {
  if (!existsSync(folder)) return ok('permissions', 'the first start creates a private data folder')
  // Windows has no permission bits.
  if (process.platform === 'win32') return ok('permissions', 'managed by the operating system')
  const { mode } = await stat(folder)
  const bits = (mode & 0o777).toString(8)
  if (mode & 0o007)
    return wrong('permissions', `data folder ${folder} is readable by all users (${bits}). Run chmod 700.`)
  const { mode: env } = existsSync('.env') ? await stat('.env') : { mode: 0 }
  if (env & 0o004)
    return warning('permissions', '.env is readable by all users and may hold a password. Run chmod 600.')
  return ok('permissions', `${folder} is private (${bits})`)
}

async function checkDatabase({ engine, read }: Database): Promise<Check> {
  return { name: 'database', ...(await HEALTH[engine].describe(read)) }
}

async function checkSchema({ read }: Database): Promise<Check> {
  const applied = await appliedMigrations(read)
  requireKnown(applied, migrations)
  const missing = migrations.filter(({ name }) => !applied.includes(name)).map(({ name }) => name)
  if (missing.length > 0) return warning('schema', `the next start applies ${missing.join(', ')}`)
  return ok('schema', `up to date (${applied.at(-1)})`)
}

async function checkClock({ engine, read }: Database): Promise<Check> {
  const newest = (await appliedMigrations(read)).length
    ? await read.selectFrom('events').select('at').orderBy('id', 'desc').limit(LAST_EVENTS).execute()
    : []
  // Several and not only the newest, because a clock that was set back may have written some since.
  const own = checkOwnClock(
    newest
      .map(({ at }) => at)
      .sort()
      .at(-1),
  )
  const { clock } = HEALTH[engine]
  if (own.state !== 'ok' || !clock) return own
  const before = Date.now()
  const drift = Math.abs((await clock(read)) - (before + Date.now()) / 2)
  const message = `${Math.round(drift)} ms off the database clock`
  if (drift > WILD_DRIFT_MS) return wrong('clock', message)
  return drift > DRIFT_MS ? warning('clock', message) : ok('clock', message)
}

/** A clock that goes backwards would put new events before old ones. */
function checkOwnClock(newestEvent: string | undefined): Check {
  const now = Date.now()
  if (newestEvent !== undefined && Date.parse(newestEvent) > now + WILD_DRIFT_MS) {
    return wrong('clock', `behind the newest event, ${newestEvent}`)
  }
  const text = new Date(now).toISOString()
  return text < '2026' ? wrong('clock', `wrong: ${text}`) : ok('clock', text)
}

async function checkJournal({ read }: Database): Promise<Check> {
  if ((await appliedMigrations(read)).length === 0) return warning('journal', 'not created yet')
  const { at, eventsSince, oldest } = await checkpointState(read)
  const message =
    at === null ? `no checkpoint yet, ${eventsSince} events` : `last checkpoint ${at}, ${eventsSince} events since`
  // A quiet instance makes none for days, so the time of the last one means nothing.
  const isLate = oldest !== null && Date.now() - Date.parse(oldest) > HOUR_MS
  const remedy = 'A running service makes one every 10 minutes and when it stops. If it runs, look at its log.'
  return isLate ? warning('journal', `${message}. ${remedy}`) : ok('journal', message)
}

async function checkJobs({ read }: Database): Promise<Check> {
  if (!(await hasTable(read, 'jobs'))) return warning('jobs', 'not created yet')
  const { waiting, running, failed } = await countJobs(read)
  const message = `${waiting} waiting, ${running} running, ${failed} failed`
  return failed > 0 ? warning('jobs', `${message}. Run aliquot jobs list for details.`) : ok('jobs', message)
}

const LONG_BEHIND_MS = 10 * 60_000

/** Entries wait while no server runs, too. */
async function checkSearch({ read }: Database): Promise<Check> {
  if (!(await hasTable(read, 'search_pending'))) return warning('search', 'not created yet')
  const { entries, since } = await countPending(read)
  if (since === null) return ok('search', 'up to date')
  const message = `${entries} entries not indexed yet, the oldest since ${since}`
  return Date.now() - Date.parse(since) > LONG_BEHIND_MS ? warning('search', message) : ok('search', message)
}

function ok(name: string, message: string): Check {
  return { name, state: 'ok', message }
}
function warning(name: string, message: string): Check {
  return { name, state: 'warning', message }
}
function wrong(name: string, message: string): Check {
  return { name, state: 'wrong', message }
}

async function checkOne(name: string, check: () => Promise<Check>): Promise<Check> {
  return attempt(name, check)
}

/** A failure is itself the finding. */
async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | Check> {
  try {
    return await work()
  } catch (error) {
    const message = plainMessage(error) ?? (error as Error).message
    return wrong(name, message.replaceAll('\n', '; '))
  }
}

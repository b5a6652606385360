import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { HealthCheck } from '@aliquot/contract/health'
import { finding } from '@aliquot/contract/health-words'
import { type Config, readConfig } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { hasTable } from '../../db/dialect.ts'
import { HEALTH } from '../../db/health.ts'
import { appliedMigrations, requireKnown } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/list.ts'
import { openDatabase } from '../../db/open.ts'
import { filesFolder, openFiles } from '../../files/files.ts'
import { configIn } from '../../instance-config/current.ts'
import { countJobs } from '../../jobs/jobs.repo.ts'
import { checkpointState } from '../../journal/checkpoints.ts'
import { describePlace } from '../../lib/s3-place.ts'
import { plainMessage } from '../../plain-message.ts'
import { lookAround } from '../../servers/neighbours.ts'
import { findTrouble } from '../mail/mail.health.ts'
import { countPending } from '../search/indexing/count-pending.ts'
import { countByState } from '../webhooks/webhooks.health.ts'
import { failedCheck, result } from './check.ts'

const MIB = 1024 ** 2
const LITTLE_SPACE = 2048 * MIB
const NO_SPACE = 200 * MIB
const HOUR_MS = 3_600_000
const DRIFT_MS = 2000
const LAST_EVENTS = 1000
const WILD_DRIFT_MS = 60_000

/** Checks what most often goes wrong. Changes nothing and never throws. */
export async function checkInstance(): Promise<HealthCheck[]> {
  const config = await attempt('configuration', async () => readConfig())
  if ('state' in config) return [config]
  const { DATA_DIR, DATABASE_URL } = config
  const checks = await checkFolder(config)
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'aliquot.db'))) {
    const clock = await checkOne('clock', async () => checkOwnClock(undefined))
    return [...checks, result('warning', finding('database.none', { folder: DATA_DIR })), clock]
  }
  return [...checks, ...(await checkData(config))]
}

/** The same for a running instance, with its open database. */
export async function checkRunning(config: Config, database: Database): Promise<HealthCheck[]> {
  return [...(await checkFolder(config)), ...(await checkOpened(config, database))]
}

async function checkFolder(config: Config): Promise<HealthCheck[]> {
  const { DATA_DIR } = config
  return [
    result('ok', finding('configuration.valid', { folder: DATA_DIR })),
    await checkOne('disk', () => checkDisk(DATA_DIR)),
    await checkOne('permissions', () => checkPermissions(DATA_DIR)),
    await checkOne('files', () => checkFiles(config)),
  ]
}

async function checkData(config: Config): Promise<HealthCheck[]> {
  const opened = await attempt('database', async () => openDatabase(config))
  if ('state' in opened) return [opened, await checkOne('clock', async () => checkOwnClock(undefined))]
  try {
    return await checkOpened(config, opened)
  } finally {
    await opened.close()
  }
}

async function checkOpened(config: Config, opened: Database): Promise<HealthCheck[]> {
  const database = await checkOne('database', () => checkDatabase(opened))
  if (database.state === 'wrong') return [database, await checkOne('clock', async () => checkOwnClock(undefined))]
  const schema = await checkOne('schema', () => checkSchema(opened))
  const clock = await checkOne('clock', () => checkClock(opened))
  const journal = await checkOne('journal', () => checkJournal(opened))
  const jobs = await checkOne('jobs', () => checkJobs(opened))
  const mail = schema.state === 'ok' ? [await checkOne('mail', () => checkMail(config, opened))] : []
  const webhooks = schema.state === 'ok' ? [await checkOne('webhooks', () => checkWebhooks(opened))] : []
  const search = await checkOne('search', () => checkSearch(opened))
  // A schema of another version may lack the table.
  const contents = schema.state === 'ok' ? [await checkOne('contents', () => checkContents(config, opened))] : []
  const servers = schema.state === 'ok' ? await attempt('servers', () => checkServers(config, opened)) : []
  return [database, schema, clock, journal, jobs, ...mail, ...webhooks, search, ...contents, ...[servers].flat()]
}

async function checkDisk(folder: string): Promise<HealthCheck> {
  if (!existsSync(folder)) return checkPlaceFor(folder)
  const probe = join(folder, `.doctor-${randomUUID()}`)
  await writeFile(probe, 'x', { flush: true, mode: 0o600 })
  await rm(probe)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const found = finding('disk.writable', { free })
  if (free < NO_SPACE) return result('wrong', found)
  return result(free < LITTLE_SPACE ? 'warning' : 'ok', found)
}

/** The folder is missing: checks whether the first start can create it, without creating it. */
async function checkPlaceFor(folder: string): Promise<HealthCheck> {
  let parent = dirname(folder)
  while (!existsSync(parent)) parent = dirname(parent)
  await access(parent, constants.W_OK | constants.X_OK)
  return result('warning', finding('disk.missing', { folder, parent }))
}

/** Must not create the folder. */
async function checkFiles(config: Config): Promise<HealthCheck> {
  if (config.FILES_URL) {
    await (await openFiles(config)).store.check()
    return result('ok', finding('files.answers', { place: describePlace(config.FILES_URL) }))
  }
  const folder = filesFolder(config)
  if (!existsSync(folder)) return result('ok', finding('files.none', { folder }))
  await (await openFiles(config)).store.check()
  return result('ok', finding('files.writable', { folder }))
}

/** Checks after a move that the files belong to the database. It samples two contents; `verify` checks all. */
async function checkContents(config: Config, { read }: Database): Promise<HealthCheck> {
  const { store } = await openFiles(config)
  const ends = (['asc', 'desc'] as const).map((order) =>
    read.selectFrom('uploads').select(['id', 'hash', 'filesize']).orderBy('id', order).limit(1).executeTakeFirst(),
  )
  for (const file of await Promise.all(ends)) {
    if (!file) return result('ok', finding('contents.none'))
    if ((await store.sizeOf(file.hash)) === file.filesize) continue
    return result('wrong', finding('contents.missing', { file: file.id }))
  }
  return result('ok', finding('contents.found'))
}

/** Servers on one database must share files and secrets. */
async function checkServers(config: Config, { read }: Database): Promise<HealthCheck[]> {
  const { servers, problems } = await lookAround(read, config, new Date().toISOString())
  if (problems.length > 0) return problems.map((problem) => result('wrong', problem))
  if (servers.length === 0) return [result('ok', finding('servers.none'))]
  if (servers.length === 1) return [result('ok', finding('servers.one'))]
  return [result('ok', finding('servers.several', { count: servers.length }))]
}

async function checkPermissions(folder: string): Promise<HealthCheck> {
  if (!existsSync(folder)) return result('ok', finding('permissions.later'))
  // Windows has no permission bits.
  if (process.platform === 'win32') return result('ok', finding('permissions.of_system'))
  const { mode } = await stat(folder)
  const bits = (mode & 0o777).toString(8)
  if (mode & 0o007) return result('wrong', finding('permissions.open_folder', { folder, bits }))
  const { mode: env } = existsSync('.env') ? await stat('.env') : { mode: 0 }
  if (env & 0o004) return result('warning', finding('permissions.open_env'))
  return result('ok', finding('permissions.private', { folder, bits }))
}

async function checkDatabase({ engine, read }: Database): Promise<HealthCheck> {
  const { state, found } = await HEALTH[engine].describe(read)
  return result(state, found)
}

async function checkSchema({ read }: Database): Promise<HealthCheck> {
  const applied = await appliedMigrations(read)
  requireKnown(applied, migrations)
  const missing = migrations.filter(({ name }) => !applied.includes(name)).map(({ name }) => name)
  if (missing.length > 0) return result('warning', finding('schema.pending', { migrations: missing }))
  return result('ok', finding('schema.up_to_date', { newest: applied.at(-1) ?? '' }))
}

async function checkClock({ engine, read }: Database): Promise<HealthCheck> {
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
  const found = finding('clock.drift', { ms: Math.round(drift) })
  if (drift > WILD_DRIFT_MS) return result('wrong', found)
  return result(drift > DRIFT_MS ? 'warning' : 'ok', found)
}

/** A clock that goes backwards would put new events before old ones. */
function checkOwnClock(newestEvent: string | undefined): HealthCheck {
  const now = Date.now()
  if (newestEvent !== undefined && Date.parse(newestEvent) > now + WILD_DRIFT_MS) {
    return result('wrong', finding('clock.behind', { newest: newestEvent }))
  }
  const text = new Date(now).toISOString()
  return text < '2026'
    ? result('wrong', finding('clock.wrong', { now: text }))
    : result('ok', finding('clock.now', { now: text }))
}

async function checkJournal({ read }: Database): Promise<HealthCheck> {
  if ((await appliedMigrations(read)).length === 0) return result('warning', finding('journal.none'))
  const { at, eventsSince: events, oldest } = await checkpointState(read)
  // A quiet instance makes none for days, so the time of the last one means nothing.
  const isLate = oldest !== null && Date.now() - Date.parse(oldest) > HOUR_MS
  if (at === null) {
    return isLate
      ? result('warning', finding('journal.no_checkpoint_late', { events }))
      : result('ok', finding('journal.no_checkpoint', { events }))
  }
  return isLate
    ? result('warning', finding('journal.checkpoint_late', { at, events }))
    : result('ok', finding('journal.checkpoint', { at, events }))
}

async function checkJobs({ read }: Database): Promise<HealthCheck> {
  if (!(await hasTable(read, 'jobs'))) return result('warning', finding('jobs.none'))
  const counts = await countJobs(read)
  return counts.failed > 0
    ? result('warning', finding('jobs.failed', counts))
    : result('ok', finding('jobs.counts', counts))
}

async function checkMail({ BASE_URL }: Config, { read }: Database): Promise<HealthCheck> {
  const { mail } = await configIn(read)
  if (!mail) return result('ok', finding('mail.off'))
  const { waiting, problem } = await findTrouble(read)
  if (waiting > 0) return result('warning', finding('mail.failing', { waiting, problem: problem ?? '' }))
  const { host } = mail
  return BASE_URL ? result('ok', finding('mail.ok', { host })) : result('warning', finding('mail.no_links', { host }))
}

async function checkWebhooks({ read }: Database): Promise<HealthCheck> {
  const { active, failing, off } = await countByState(read)
  if (failing + off > 0) return result('warning', finding('webhooks.failing', { active, failing, off }))
  return result('ok', finding('webhooks.ok', { active }))
}

const LONG_BEHIND_MS = 10 * 60_000

/** Entries wait while no server runs, too. */
async function checkSearch({ read }: Database): Promise<HealthCheck> {
  if (!(await hasTable(read, 'search_pending'))) return result('warning', finding('search.none'))
  const { entries, since } = await countPending(read)
  if (since === null) return result('ok', finding('search.up_to_date'))
  const isLongBehind = Date.now() - Date.parse(since) > LONG_BEHIND_MS
  return result(isLongBehind ? 'warning' : 'ok', finding('search.behind', { entries, since }))
}

async function checkOne(name: string, check: () => Promise<HealthCheck>): Promise<HealthCheck> {
  return attempt(name, check)
}

/** A failure is itself the finding. */
async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | HealthCheck> {
  try {
    return await work()
  } catch (error) {
    const message = plainMessage(error) ?? (error as Error).message
    return failedCheck(name, message.replaceAll('\n', '; '))
  }
}

import { statfs } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import type { PoolState } from '../../db/database.ts'
import { HEALTH } from '../../db/health.ts'
import { descriptors } from '../../http/connection-limit.ts'
import { countJobs } from '../../jobs/jobs.repo.ts'
import { checkpointState } from '../../journal/checkpoints.ts'
import { listRuns } from '../../servers/last-runs.ts'
import { countPending } from '../search/indexing/count-pending.ts'
import { gauge, labelled } from './metrics-text.ts'
import { isBucketWell } from './readiness.ts'

const PATIENCE_MS = 3000

/** Metrics that are read for each scrape. What cannot be read is left out; the rest shows why. */
export async function instanceLines(ctx: Context): Promise<string[]> {
  const parts = [jobLines, searchLines, runLines, databaseSizeLines, diskLines, descriptorLines, bucketLines]
  const found = await Promise.all(parts.map((part) => inTime(part(ctx))))
  const streams = gauge('aliquot_streams_open', 'People and programs that follow the feed', ctx.streams.count)
  return [...poolLines(ctx.db.pools()), ...streams, ...webhookLines(ctx), ...found.flat()]
}

/** A database that does not answer must not block the metrics. */
async function inTime(lines: Promise<string[]>): Promise<string[]> {
  const late = Promise.withResolvers<string[]>()
  const timer = setTimeout(() => late.resolve([]), PATIENCE_MS)
  try {
    return await Promise.race([lines.catch(() => []), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function poolLines(pools: readonly PoolState[]): string[] {
  const series = (name: string, help: string, value: (pool: PoolState) => number) =>
    labelled(
      [name, 'gauge', help],
      'pool',
      pools.map((pool) => [pool.name, value(pool)]),
    )
  return [
    ...series('aliquot_pool_size', 'Most connections to PostgreSQL', ({ size }) => size),
    ...series('aliquot_pool_busy', 'Connections that are in use', ({ busy }) => busy),
    ...series('aliquot_pool_idle', 'Connections that are open and not in use', ({ idle }) => idle),
    ...series('aliquot_pool_waiting', 'Requests that wait for a connection', ({ waiting }) => waiting),
  ]
}

function webhookLines({ webhooks }: Context): string[] {
  const fates: [string, number][] = [
    ['delivered', webhooks.delivered],
    ['failed', webhooks.failed],
  ]
  return [
    ...labelled(
      ['aliquot_webhook_attempts_total', 'counter', 'Attempts to deliver, by what became of them'],
      'fate',
      fates,
    ),
    ...gauge('aliquot_webhook_waiting', 'Changes that are read and not delivered yet', webhooks.waiting),
  ]
}

async function jobLines({ db }: Context): Promise<string[]> {
  const counts = await countJobs(db.read)
  return labelled(['aliquot_jobs', 'gauge', 'Jobs in the background, by state'], 'state', Object.entries(counts))
}

/** Searches know these entries all the same: they look at each of them. */
async function searchLines({ db }: Context): Promise<string[]> {
  const { entries, since } = await countPending(db.read)
  const behind = since === null ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000)
  return [
    ...gauge('aliquot_search_pending', 'Entries that are not in the search indexes yet', entries),
    ...gauge('aliquot_search_behind_seconds', 'How long the oldest of them has waited', behind),
  ]
}

/** Times and not ages: the age is `time() - …`, which holds between scrapes. */
async function runLines({ db }: Context): Promise<string[]> {
  const [runs, { at, eventsSince }] = await Promise.all([listRuns(db.read), checkpointState(db.read)])
  const times = [
    ...runs.map(({ kind, at }): [string, number] => [kind, Date.parse(at) / 1000]),
    ...(at === null ? [] : [['checkpoint', Date.parse(at) / 1000] as [string, number]]),
  ]
  return [
    ...labelled(['aliquot_last_run_time_seconds', 'gauge', 'When it last ran to its end'], 'kind', times),
    ...labelled(
      ['aliquot_last_run_ok', 'gauge', '1: it found nothing wrong'],
      'kind',
      runs.map(({ kind, is_ok }) => [kind, is_ok]),
    ),
    ...gauge('aliquot_events_since_checkpoint', 'Events that no checkpoint covers yet', eventsSince),
  ]
}

async function databaseSizeLines({ config, db }: Context): Promise<string[]> {
  const { bytes, walBytes } = await HEALTH[db.engine].sizes(db.read, config.DATA_DIR)
  return [
    ...gauge('aliquot_database_bytes', 'Size of the database', bytes),
    ...(walBytes === undefined ? [] : gauge('aliquot_wal_bytes', 'Size of the write-ahead log', walBytes)),
  ]
}

async function diskLines({ config }: Context): Promise<string[]> {
  const { bavail, blocks, bsize } = await statfs(config.DATA_DIR)
  return [
    ...gauge('aliquot_disk_free_bytes', 'Room on the disk of the data folder', bavail * bsize),
    ...gauge('aliquot_disk_bytes', 'Size of that disk', blocks * bsize),
  ]
}

async function descriptorLines(): Promise<string[]> {
  const { open, most } = await descriptors()
  if (most === undefined) return []
  return [
    ...gauge('process_open_fds', 'Open file descriptors', open),
    ...gauge('process_max_fds', 'Most open file descriptors', most),
  ]
}

async function bucketLines(ctx: Context): Promise<string[]> {
  if (!ctx.config.FILES_URL) return []
  return gauge('aliquot_bucket_up', '1: the bucket of FILES_URL can be written', (await isBucketWell(ctx)) ? 1 : 0)
}

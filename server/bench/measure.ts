import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../src/config.ts'
import { createApikey } from '../src/features/apikeys/apikeys.service.ts'
import { countPending } from '../src/features/search/indexing/count-pending.ts'
import { isLeftUnmerged } from '../src/features/search/indexing/merge-indexes.ts'
import { createUser } from '../src/features/users/users.service.ts'
import { openContext } from '../src/start.ts'
import { bareInsertsPerSecond } from './bare.ts'
import type { LoadResult } from './load.ts'
import { databaseOn, type Pgbench, runStatement } from './pgbench.ts'
import { load, type Service, startService } from './processes.ts'
import { get, post } from './requests.ts'
import { SOUGHT, seedExperiments } from './seed.ts'

export interface SizeResult {
  experiments: number
  startSeconds: number
  startCpuSeconds: number
  idleMemoryMb: number
  /** An unlimited list: its rows, how long it took, and the peak growth of the memory. */
  stream: { rows: number; seconds: number; growthMb: number }
  scenarios: Record<string, Measured>
}

/** The median round of a scenario. */
export interface Measured extends LoadResult {
  /** Its rate relative to yardsticks measured right before it, as the median of all rounds. */
  ratios: Partial<Record<Yardstick, number>>
}

/** The yardsticks: bare HTTP answers, bare durable inserts, reads of a comment, `pgbench -N`. */
type Yardstick = 'http' | 'inserts' | 'reads' | 'pgbench'

interface Run {
  connections: number
  requests: string[]
  against?: readonly Yardstick[]
}

export interface Instance {
  experiments: number
  service: Service
  idleMemoryMb: number
  key: string
  runs: Record<string, Run>
  rounds: Record<string, Measured[]>
}

export interface StartOptions {
  /** A command to run the service with. */
  under?: readonly string[]
  /** A PostgreSQL server, on which a database is made. */
  serverUrl?: string | undefined
}

/** Seeds an instance of this size and restarts it. */
export async function startInstance(
  size: number,
  folder: string,
  { under = [], serverUrl }: StartOptions = {},
): Promise<Instance> {
  const env: Record<string, string> = { DATA_DIR: join(folder, `data-${size}`), LOG_LEVEL: 'info' }
  if (serverUrl) {
    await runStatement(serverUrl, `create database experiments_${size}`)
    env.DATABASE_URL = databaseOn(serverUrl, `experiments_${size}`)
  }
  const log = join(folder, `service-${size}.log`)
  const key = await makeKey(env)
  console.log(`Seeding ${size} experiments …`)
  const seeding = await startService(env, log)
  const targets = await seedExperiments(seeding.port, key, size)
    .then(async () => {
      const made = await makeTargets(seeding.port, key)
      // A service that finds entries to index or segments to merge is neither ready at once nor idle.
      await untilIndexed(env)
      return made
    })
    .finally(() => seeding.stop())
  // What the database server does by itself sooner or later, so that all runs measure the same.
  if (env.DATABASE_URL) await runStatement(env.DATABASE_URL, 'vacuum analyze')

  const service = await startService(env, log, under)
  await sleep(1500)
  const runs = scenarios(service.port, key, targets)
  return { experiments: size, service, idleMemoryMb: service.memoryMb(), key, runs, rounds: {} }
}

/**
 * Measures each scenario once with all instances. What is compared is measured back to back, because a shared machine
 * changes from minute to minute.
 */
export async function measureRound(
  instances: readonly Instance[],
  { barePort, pgbench, seconds }: { barePort: number; pgbench: Pgbench | undefined; seconds: number },
): Promise<void> {
  for (const name of Object.keys(instances[0]?.runs ?? {})) {
    for (const { service, runs, rounds } of instances) {
      const run = runs[name] as Run
      const yardsticks = {
        http: () => load({ port: barePort, connections: run.connections, seconds, requests: [get(1, '', '/')] }),
        reads: () => load({ port: service.port, seconds, ...(runs[READ] as Run) }),
        inserts: async () => ({ perSecond: bareInsertsPerSecond(seconds) }),
        pgbench: async () => ({ perSecond: pgbench?.changesPerSecond(seconds) ?? 0 }),
      }
      const ratios: Measured['ratios'] = {}
      for (const yardstick of run.against ?? []) {
        if (yardstick !== (pgbench ? 'inserts' : 'pgbench'))
          ratios[yardstick] = (await yardsticks[yardstick]()).perSecond
      }
      const result = await load({ port: service.port, seconds, ...run })
      if (result.failures > 0) throw new Error(`${name}: ${result.failures} of ${result.requests} requests failed`)
      for (const [yardstick, rate] of Object.entries(ratios)) {
        ratios[yardstick as Yardstick] = result.perSecond / rate
      }
      rounds[name] = [...(rounds[name] ?? []), { ...result, ratios }]
    }
  }
}

export async function finishInstance({
  experiments,
  service,
  idleMemoryMb,
  key,
  rounds,
}: Instance): Promise<SizeResult> {
  const stream = await measureStream(service, key)
  await service.stop()
  const scenarios = Object.fromEntries(Object.entries(rounds).map(([name, all]) => [name, medianOf(all)]))
  const { startSeconds, startCpuSeconds } = service
  return { experiments, startSeconds, startCpuSeconds, idleMemoryMb, stream, scenarios }
}

/** Also a yardstick for others. */
export const READ = 'comment read'
export const CREATE = 'comment create, 64 connections'
export const CREATE_ON_ONE = 'comment create on one entry'

/** The ids that the scenarios use. */
interface Targets {
  commented: number
  comment: number
  /** A typical entry: a kilobyte of text, two tags, three comments. */
  typical: number
}

function scenarios(port: number, key: string, { commented, comment, typical }: Targets): Record<string, Run> {
  const createOn = (entries: number) =>
    Array.from({ length: entries }, (_, number) =>
      post(port, key, `/experiments/${commented - number}/comments`, { comment: 'Measured again, 4.2 mg.' }).toString(),
    )
  const reading = (path: string, against: readonly Yardstick[] = []) => ({
    connections: 16,
    requests: [get(port, key, path)],
    against,
  })
  return {
    [READ]: reading(`/experiments/${commented}/comments/${comment}`, ['http']),
    'experiment read': reading(`/experiments/${typical}`, ['http']),
    'list of 15': reading('/experiments?limit=15', ['http']),
    'short list of 15': reading('/experiments?limit=15&full=0', ['http']),
    ...Object.fromEntries(
      Object.entries(SOUGHT).map(([where, { word }]) => [
        `q, word ${where}`,
        reading(`/experiments?limit=15&q=${word}`),
      ]),
    ),
    'comment create, 1 connection': { connections: 1, requests: createOn(64), against: ['inserts'] },
    // With many entries there is more to write; with one, all wait for the head of its chain.
    [CREATE]: { connections: 64, requests: createOn(64), against: ['inserts', 'pgbench', 'reads'] },
    [CREATE_ON_ONE]: { connections: 64, requests: createOn(1), against: ['inserts', 'pgbench', 'reads'] },
  }
}

export async function makeKey(env: Record<string, string>): Promise<string> {
  const ctx = await openContext(readConfig({ ...process.env, ...env }), pino({ level: 'silent' }))
  const author = { userid: null, via: 'cli', address: '' }
  const email = `bench-${Date.now()}@example.org`
  const { userid } = await createUser(ctx, author, { email, firstname: 'Ada', lastname: 'Moreau', team: 1 })
  const { key } = await createApikey(ctx, author, { name: 'bench', canWrite: true, userid, team: 1 })
  await ctx.db.close()
  return key
}

const MOST_INDEXING_MS = 20 * 60_000

/** Waits until a service has indexed all entries and merged the segments of their indexes. */
async function untilIndexed(env: Record<string, string>): Promise<void> {
  const ctx = await openContext(readConfig({ ...process.env, ...env }), pino({ level: 'silent' }))
  try {
    for (const end = performance.now() + MOST_INDEXING_MS; performance.now() < end; await sleep(500)) {
      const { read } = ctx.db
      if ((await countPending(read)).entries === 0 && !(await isLeftUnmerged(read))) return
    }
    throw new Error('the entries are still not indexed, or their indexes not merged')
  } finally {
    await ctx.db.close()
  }
}

async function makeTargets(port: number, key: string): Promise<Targets> {
  const create = async (path: string, body: object) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return Number(answer.headers.get('location')?.split('/').pop())
  }
  const commented = await create('/experiments', { title: 'Commented', body: '<p>x</p>' })
  const comment = await create(`/experiments/${commented}/comments`, {
    comment: 'Buffer was prepared with the old stock.',
  })
  const typical = await create('/experiments', {
    title: 'Read',
    body: `<p>${'text '.repeat(200)}</p>`,
    tags: ['a', 'b'],
  })
  for (let number = 0; number < 3; number++)
    await create(`/experiments/${typical}/comments`, { comment: `Remark ${number}` })
  return { commented, comment, typical }
}

/** Reads everything at once, slowly enough to watch the memory. */
async function measureStream(service: Service, key: string): Promise<SizeResult['stream']> {
  const before = service.ownMemoryMb()
  let most = before
  const started = performance.now()
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/v2/experiments`, { headers: { authorization: key } })
  let rows = 0
  for await (const chunk of answer.body ?? []) {
    rows += Buffer.from(chunk).toString('latin1').split('"elabid":').length - 1
    most = Math.max(most, service.ownMemoryMb())
  }
  return { rows, seconds: (performance.now() - started) / 1000, growthMb: most - before }
}

function medianOf(rounds: Measured[]): Measured {
  const middle = rounds.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)] as Measured
  const names = Object.keys(middle.ratios) as Yardstick[]
  const ratios = names.map((name) => [name, median(rounds.map((round) => round.ratios[name] ?? 0))])
  return { ...middle, ratios: Object.fromEntries(ratios) }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Postgres } from '../test/postgres.ts'
import { checkLedger, checkStorage } from './checks.ts'
import { makeClient } from './client.ts'
import { withPostgres } from './engine.ts'
import { makeInstance } from './instance.ts'
import { Ledger } from './ledger.ts'
import type { DrillOptions } from './options.ts'
import { addCounts, countsText, type Report } from './report.ts'
import { startServer } from './server-process.ts'
import { startWriters } from './writers.ts'

const RECONNECTED_MS = 5000
const LOAD_MS = 800
const WATCHED_MS = 10_000

/**
 * PostgreSQL crashes and comes back under load: 503 meanwhile, then the service recovers by itself, and nothing is
 * missing.
 */
export function postgresDrill(options: DrillOptions): Promise<Report> {
  return withPostgres((postgres) => runPostgres(options, postgres))
}

async function runPostgres(
  { rounds = 10, writers: count = 32, random }: DrillOptions,
  postgres: Postgres,
): Promise<Report> {
  const instance = await makeInstance('postgres', { users: 4, databaseUrl: postgres.url })
  const ledger = new Ledger(join(instance.folder, 'acknowledged.jsonl'))
  const [key = ''] = instance.keys
  const problems: string[] = []
  const answers = new Map<number, number>()
  const probes = new Map<number, number>()
  let slowestReconnect = 0
  let slowestAnswer = 0
  let missing = 0
  const check = async (port: number, all: boolean) => {
    const found = await checkLedger(ledger, port, key, { all })
    missing += found.length
    problems.push(...found)
  }
  try {
    const server = await startServer(instance.env)
    const client = makeClient(() => server.port, key)
    for (let round = 1; round <= rounds && problems.length === 0; round++) {
      const writers = startWriters({
        count,
        port: () => server.port,
        keys: instance.keys,
        ledger,
        random,
        allowed: [503],
      })
      await sleep(random.int(LOAD_MS / 2, LOAD_MS * 2))
      await postgres.stop('immediate')
      const away = performance.now()
      const outage = random.int(100, 1500)
      // During the outage: alive, not ready, and only 503.
      while (performance.now() - away < outage) {
        if (!server.isRunning()) throw new Error(`The server ended\n${server.output()}`)
        for (const path of ['experiments?limit=1', 'users/me', '/readyz']) {
          const { status } = await client.call('GET', path)
          probes.set(status, (probes.get(status) ?? 0) + 1)
          if (status !== 503) problems.push(`GET ${path} answered ${status} without a database`)
        }
        const { status } = await client.call('GET', '/healthz')
        if (status !== 200) problems.push(`GET /healthz answered ${status} without a database`)
        await sleep(50)
      }
      await postgres.start()
      const back = performance.now()
      const successes = () => (writers.answers.get(200) ?? 0) + (writers.answers.get(201) ?? 0)
      const before = successes()
      while (successes() === before && performance.now() - back < WATCHED_MS) await sleep(10)
      const reconnected = performance.now() - back
      slowestReconnect = Math.max(slowestReconnect, reconnected)
      if (reconnected > RECONNECTED_MS) problems.push(`the first write succeeded ${Math.round(reconnected)} ms after`)
      await sleep(LOAD_MS)
      writers.halt()
      await writers.done
      if (writers.unanswered.length > 0) problems.push(`${writers.unanswered.length} requests were not answered at all`)
      if (!writers.answers.has(503)) problems.push('no write met the outage: it was too short to say anything')
      if (!server.isRunning()) throw new Error(`The server ended\n${server.output()}`)
      addCounts(answers, writers.answers)
      slowestAnswer = Math.max(slowestAnswer, writers.slowestMs)
      problems.push(...writers.problems)
      await check(server.port, false)
      console.log(`  stop ${round}: ${ledger.acknowledged} writes acknowledged`)
    }
    await check(server.port, true)
    client.close()
    const { code } = await server.end('SIGTERM')
    if (code !== 0) problems.push(`the server ended with ${code} on SIGTERM`)
    problems.push(...(await checkStorage(instance, ledger)))
  } finally {
    await ledger.close()
    instance.remove()
  }
  return {
    summary: `acknowledged ${ledger.acknowledged} writes over ${rounds} immediate stops, ${missing} missing`,
    numbers: {
      'immediate stops': rounds,
      writers: count,
      'acknowledged writes': ledger.acknowledged,
      'entries, comments, other things': `${ledger.entries.size}, ${ledger.commentCount()}, ${ledger.things.size}`,
      'answers to writes by status': countsText(answers),
      'answers to reads meanwhile': countsText(probes),
      'slowest reconnect (ms)': Math.round(slowestReconnect),
      'slowest answer to a write (ms)': Math.round(slowestAnswer),
    },
    problems,
  }
}

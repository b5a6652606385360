import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { delayingSyncs } from '../test/delaying-syncs.ts'
import { checkLedger, checkStorage } from './checks.ts'
import { onEngine } from './engine.ts'
import { makeInstance } from './instance.ts'
import { Ledger } from './ledger.ts'
import type { DrillOptions } from './options.ts'
import { addCounts, countsText, type Report } from './report.ts'
import { killWhileStarting, startServer } from './server-process.ts'
import { startWriters } from './writers.ts'

/** A longer start is reported as slow, but not as a failure, because it depends mostly on the machine. */
const SLOW_START_MS = 5000
const CHECK_ALL_EVERY = 25

/**
 * `kill -9` at random moments under write load, also during the start. Every acknowledged write must be there
 * afterwards.
 */
export function crashDrill({ engine = 'sqlite', ...options }: DrillOptions): Promise<Report> {
  return onEngine(engine, (database) => runCrash(options, database))
}

async function runCrash(
  { rounds = 200, writers: count = 32, syncMs, random }: DrillOptions,
  database: { databaseUrl?: string },
): Promise<Report> {
  const instance = await makeInstance('crash', { users: 4, ...database })
  const ledger = new Ledger(join(instance.folder, 'acknowledged.jsonl'))
  const [key = ''] = instance.keys
  const problems: string[] = []
  const answers = new Map<number, number>()
  const options = { under: syncMs ? delayingSyncs(syncMs) : [] }
  const starts: number[] = []
  let slowStarts = 0
  let unanswered = 0
  let killsWhileStarting = 0
  let checks = 0
  let missing = 0

  const start = async () => {
    const server = await startServer(instance.env, options)
    starts.push(server.readyMs)
    if (server.readyMs > SLOW_START_MS) slowStarts++
    return server
  }
  const check = async (port: number, all: boolean) => {
    checks += all ? ledger.entries.size : [...ledger.entries.values()].filter(({ touched }) => touched).length
    const found = await checkLedger(ledger, port, key, { all })
    missing += found.length
    problems.push(...found)
  }

  try {
    let round = 0
    while (round < rounds && problems.length === 0) {
      round++
      if (round > 1 && random.chance(0.25)) {
        killsWhileStarting++
        await killWhileStarting(instance.env, random.next() * Math.max(...starts), options)
      }
      const server = await start()
      await check(server.port, round % CHECK_ALL_EVERY === 0)
      const writers = startWriters({ count, port: () => server.port, keys: instance.keys, ledger, random })
      await sleep(random.int(random.chance(0.2) ? 1 : 100, 600))
      if (!server.isRunning()) problems.push(`the server ended by itself\n${server.output()}`)
      const killed = server.end('SIGKILL')
      writers.halt()
      await killed
      await writers.done
      addCounts(answers, writers.answers)
      unanswered += writers.unanswered.length
      problems.push(...writers.problems)
      if (round % 20 === 0) console.log(`  round ${round}: ${ledger.acknowledged} writes acknowledged`)
    }
    const server = await start()
    await check(server.port, true)
    const { code } = await server.end('SIGTERM')
    if (code !== 0) problems.push(`the server ended with ${code} on SIGTERM`)
    problems.push(...(await checkStorage(instance, ledger)))
    return {
      summary: `acknowledged ${ledger.acknowledged} writes in ${round} rounds, ${missing} missing`,
      numbers: {
        rounds: round,
        writers: count,
        'acknowledged writes': ledger.acknowledged,
        'entries, comments, other things': `${ledger.entries.size}, ${ledger.commentCount()}, ${ledger.things.size}`,
        'cut off by the kill': unanswered,
        'answers by status': countsText(answers),
        'kills while starting': killsWhileStarting,
        'entries compared': checks,
        'start, median and slowest (ms)': `${middle(starts)}, ${Math.round(Math.max(...starts))}`,
        'starts slower than 5 s': slowStarts,
      },
      problems,
    }
  } finally {
    await ledger.close()
    instance.remove()
  }
}

function middle(values: readonly number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}

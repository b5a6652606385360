import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkLedger, checkStorage } from './checks.ts'
import { makeInstance } from './instance.ts'
import { Ledger } from './ledger.ts'
import type { DrillOptions } from './options.ts'
import { addCounts, countsText, type Report } from './report.ts'
import { killWhileStarting, startServer } from './server-process.ts'
import { startWriters } from './writers.ts'

const READY_MS = 5000
const CHECK_ALL_EVERY = 25

/** `kill -9` at random moments under write load, also while starting. Every acknowledged write must be there after. */
export async function crashDrill({ rounds = 200, writers: count = 32, random }: DrillOptions): Promise<Report> {
  const instance = await makeInstance('crash', { users: 4 })
  const ledger = new Ledger(join(instance.folder, 'acknowledged.jsonl'))
  const [key = ''] = instance.keys
  const problems: string[] = []
  const answers = new Map<number, number>()
  let slowestStart = 0
  let unanswered = 0
  let killsWhileStarting = 0
  let checks = 0
  let missing = 0

  const start = async () => {
    const server = await startServer(instance.env)
    slowestStart = Math.max(slowestStart, server.readyMs)
    if (server.readyMs > READY_MS) problems.push(`ready only after ${Math.round(server.readyMs)} ms`)
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
        await killWhileStarting(instance.env, random.next() * slowestStart)
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
        'experiments, comments': `${ledger.entries.size}, ${ledger.commentCount()}`,
        'cut off by the kill': unanswered,
        'answers by status': countsText(answers),
        'kills while starting': killsWhileStarting,
        'entries compared': checks,
        'slowest start (ms)': Math.round(slowestStart),
      },
      problems,
    }
  } finally {
    await ledger.close()
    instance.remove()
  }
}

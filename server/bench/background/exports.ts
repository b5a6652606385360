import { setTimeout as sleep } from 'node:timers/promises'
import { makeClient } from '../../drills/client.ts'
import { makeInstance } from '../../drills/instance.ts'
import { startServer } from '../../drills/server-process.ts'
import { row, watchMemory } from '../files.ts'
import { seedExperiments } from '../seed.ts'

/** One for each of three people, at once. */
const FORMATS = ['zip', 'eln', 'json']

type Call = ReturnType<typeof makeClient>['call']

/** What three exports that are made at once take, and what somebody else notices of them. */
export async function benchExportLater({ entries }: { entries: number }): Promise<void> {
  const instance = await makeInstance('bench-export-later', { users: FORMATS.length + 1 })
  try {
    console.log(`Seeding ${entries} experiments …`)
    const seeding = await startServer(instance.env)
    await seedExperiments(seeding.port, instance.keys[0] ?? '', entries)
    await seeding.end('SIGTERM')
    const server = await startServer(instance.env)
    const clients = instance.keys.map((key) => makeClient(() => server.port, key))
    const other = clients.pop()
    if (!other) throw new Error('nobody else')
    const make = async ({ call }: { call: Call }, format: string, query: string) => {
      const { id } = await call('POST', 'exports', { format, experiments: 'on', query })
      for (;;) {
        const { text } = await call('GET', `exports/${id}`)
        const { state, error } = JSON.parse(text) as { state: number; error: string }
        if (state === 1) return
        if (state === 6) throw new Error(`an export failed: ${error}`)
        await sleep(100)
      }
    }
    for (const [index, client] of clients.entries()) await make(client, FORMATS[index] ?? '', 'scope=2&limit=20')
    const before = await listen(other.call, sleep(5_000))
    let during: number[] = []
    const all = () => Promise.all(clients.map((client, index) => make(client, FORMATS[index] ?? '', 'scope=2&limit=0')))
    const { growth, seconds } = await watchMemory(server, async () => {
      const made = all()
      during = await listen(other.call, made)
      await made
    })
    for (const client of [...clients, other]) client.close()
    await server.end('SIGTERM')
    console.table({
      'three exports at once: memory growth, MB': row(growth, '≤ 64'),
      'three exports at once: entries a second': row((FORMATS.length * entries) / seconds, ''),
      'reading an entry before, ms in the middle': row(at(before, 0.5), ''),
      'reading an entry meanwhile, ms in the middle': row(at(during, 0.5), ''),
      'reading an entry before, ms of the slowest in 100': row(at(before, 0.99), ''),
      'reading an entry meanwhile, ms of the slowest in 100': row(at(during, 0.99), ''),
      'reading an entry meanwhile, ms of the slowest': row(at(during, 1), ''),
    })
  } finally {
    instance.remove()
  }
}

const PAUSE_MS = 10

/** Reads an entry again and again until something has ended; tells how long each took, in order of that. */
async function listen(call: Call, until: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  until.then(end, end)
  const times: number[] = []
  while (!isOver) {
    const started = performance.now()
    await call('GET', 'experiments/1')
    times.push(performance.now() - started)
    await sleep(PAUSE_MS)
  }
  return times.toSorted((a, b) => a - b)
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

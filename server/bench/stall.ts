import { type Client, makeClient } from '../drills/client.ts'
import { makeInstance } from '../drills/instance.ts'
import { startServer } from '../drills/server-process.ts'
import { giveWayToRequests } from '../src/lib/background-priority.ts'
import { addChildren } from './stall/children.ts'
import { change, fieldsOf, HEAVY, many, post, read } from './stall/kinds.ts'
import { type Poller, startPoller } from './stall/poller.ts'

const WANTED_MS = 50

interface Row {
  status: number
  seconds: number
  waitMs: number
  busyMs: number
}

/**
 * How long others wait while one person sends the largest allowed input: it polls `/healthz`. The longest wait means
 * something only on a quiet machine. The CPU time of the main thread during one poll does not depend on other load.
 */
export async function benchStall({ only = '' }: { only?: string }): Promise<void> {
  const instance = await makeInstance('bench-stall', { users: 1 })
  const [key = ''] = instance.keys
  const server = await startServer({ ...instance.env, WEB: 'off' })
  const client = makeClient(() => server.port, key)
  const poller = startPoller(server)
  // The sender stands for another machine, so it must not take the processor from the service.
  giveWayToRequests()
  try {
    const { id } = await client.call('POST', 'experiments', { title: 'Stalled' })
    await warmUp(client, id)
    const rows: Record<string, Row> = { 'nothing else': await measure(poller, nothing) }
    const full = await client.call('POST', 'experiments', { title: 'Full' })
    const kinds = HEAVY.filter((one) => one.name.includes(only))
    if (kinds.some((one) => one.of)) await addChildren(instance.env.DATA_DIR ?? '', client, full.id)
    for (const { name, run, of, after } of kinds) {
      const entry = of ? full.id : id
      if (only) await after?.(client, entry)
      rows[name] = await measure(poller, () => run(client, entry))
    }
    console.table(
      Object.fromEntries(
        Object.entries(rows).map(([name, { status, seconds, waitMs, busyMs }]) => [
          name,
          {
            status,
            seconds: seconds.toFixed(2),
            'longest wait, ms': Math.round(waitMs),
            'busy at most, ms': Math.round(busyMs),
            wanted: `≤ ${WANTED_MS} ms`,
          },
        ]),
      ),
    )
  } finally {
    await poller.stop()
    client.close()
    await server.end('SIGTERM')
    instance.remove()
  }
}

/** Warms up what is loaded on first use. */
async function warmUp(client: Client, entry: number): Promise<void> {
  for (let round = 0; round < 30; round++) {
    await change({ body: `<p onclick=x>${round}</p>`, content_type: 2, tags: [`t${round}`] })(client, entry)
    await change({ content_type: 1, metadata: fieldsOf(round, 'v') })(client, entry)
    await read('/{id}?format=zip')(client, entry)
    await post(client, `experiments/${entry}/comments`, { comment: 'warm' })
  }
  await change({ body: many('<p onclick=x>a</p>', 100_000) })(client, entry)
}

async function measure(poller: Poller, work: () => Promise<number>): Promise<Row> {
  // What the request before left behind is not counted.
  await sleep(100)
  await poller.longest()
  const started = performance.now()
  const status = await work().catch((error: Error) => {
    console.error(error.message)
    return 0
  })
  const seconds = (performance.now() - started) / 1000
  return { status, seconds, ...(await poller.longest()) }
}

async function nothing(): Promise<number> {
  await sleep(2000)
  return 0
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

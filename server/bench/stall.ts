import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type Client, makeClient } from '../drills/client.ts'
import { makeInstance } from '../drills/instance.ts'
import { startServer } from '../drills/server-process.ts'

const WANTED_MS = 50

/** The largest allowed input of each kind of request, or one just above the limit. */
interface Heavy {
  name: string
  run(client: Client, entry: number): Promise<number>
}

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
  try {
    const { id } = await client.call('POST', 'experiments', { title: 'Stalled' })
    await warmUp(client, id)
    const rows: Record<string, Row> = { 'nothing else': await measure(server, nothing) }
    for (const { name, run } of HEAVY.filter((one) => one.name.includes(only))) {
      rows[name] = await measure(server, () => run(client, id))
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
    client.close()
    await server.end('SIGTERM')
    instance.remove()
  }
}

const change = (body: unknown) => async (client: Client, entry: number) =>
  (await client.call('PATCH', `experiments/${entry}`, body)).status

const read = (query: string) => async (client: Client, entry: number) =>
  (await client.call('GET', `experiments${query.replace('{id}', String(entry))}`)).status

const MOST_BODY = 4_100_000
const many = (part: string, length = MOST_BODY) => part.repeat(Math.floor(length / part.length))

function fieldsOf(count: number, value: string): object {
  return {
    extra_fields: Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, { type: 'text', value }])),
  }
}

const tags = (count: number) => Array.from({ length: count }, (_, n) => `tag number ${n} of many`)

const HEAVY: Heavy[] = [
  { name: 'body, prose', run: change({ body: many('<p>Some <b>words</b> of prose &amp; more.</p>') }) },
  { name: 'body, read', run: read('/{id}') },
  { name: 'body, exported', run: read('/{id}?format=zip') },
  { name: 'body, as a table', run: read('?format=csv&id={id}') },
  { name: 'body, dirty', run: change({ body: many('<table onclick=x><tr><td>gel<td>lane</table>') }) },
  { name: 'body, tags never ended', run: change({ body: `${many('<p ')}>` }) },
  { name: 'body, quotes never ended', run: change({ body: `${many('<a href="')}>` }) },
  { name: 'body, 20,000 hostile', run: change({ body: many('<p a="1" b>', 19_900) }) },
  { name: 'body, one word', run: change({ body: many('a', 4_000_000) }) },
  { name: 'body, different words', run: change({ body: differentWords(400_000) }) },
  { name: 'body, appended', run: change({ bodyappend: '<p>one more line</p>' }) },
  {
    name: 'Markdown, prose',
    run: change({ content_type: 2, body: many('# Run\n\nSome *words* of [prose](x).\n\n', 490_000) }),
  },
  { name: 'Markdown, brackets', run: change({ content_type: 2, body: many('![[', 490_000) }) },
  { name: 'Markdown, short and hostile', run: change({ content_type: 2, body: many('![[', 2900) }) },
  { name: 'Markdown, too long', run: change({ content_type: 2, body: many('*a* ') }) },
  { name: 'body, small again', run: change({ content_type: 1, body: '<p>small</p>' }) },
  { name: 'metadata, 2,000 fields', run: change({ metadata: fieldsOf(2000, 'some value') }) },
  { name: 'metadata, other values', run: change({ metadata: fieldsOf(2000, 'another value') }) },
  { name: 'metadata, merged', run: change({ metadatamerge: fieldsOf(2000, 'a third value') }) },
  { name: 'metadata, one changed', run: change({ action: 'updatemetadatafield', k7: 'x' }) },
  { name: 'metadata, read', run: read('/{id}') },
  { name: 'metadata, too many fields', run: change({ metadata: fieldsOf(2001, 'v') }) },
  { name: 'metadata, long values', run: change({ metadata: fieldsOf(100, many('word ', 9000)) }) },
  { name: 'metadata, 200,000 fields', run: change({ metadata: fieldsOf(200_000, 'v') }) },
  { name: 'metadata, small again', run: change({ metadata: {} }) },
  { name: 'tags, 1,000', run: change({ tags: tags(1000) }) },
  { name: 'tags, none again', run: change({ tags: [] }) },
  { name: 'tags, too many', run: change({ tags: tags(100_000) }) },
  { name: 'permissions, 3,000 ids', run: change({ canread: listOfIds(1000) }) },
  { name: 'permissions, too many', run: change({ canread: listOfIds(100_000) }) },
  {
    name: 'comment, longest',
    run: (client, id) => post(client, `experiments/${id}/comments`, { comment: many('word ', 65_000) }),
  },
  {
    name: 'step, longest',
    run: (client, id) => post(client, `experiments/${id}/steps`, { body: many('word ', 10_000) }),
  },
  {
    name: 'JSON, 8 MB of values',
    run: (client, id) => post(client, `experiments/${id}/comments`, { a: Array(3_900_000).fill(1) }),
  },
  {
    name: 'JSON, 8 MB of text',
    run: (client, id) => post(client, `experiments/${id}/comments`, { comment: many('a', 8_000_000) }),
  },
  { name: 'search, long', run: read(`?q=${encodeURIComponent(many('word ', 4000))}`) },
  { name: 'search, wild', run: read(`?q=${encodeURIComponent(many('*a* ', 4000))}`) },
  { name: 'search, nested', run: read(`?extended=${encodeURIComponent(many('(not ', 4000))}`) },
]

function differentWords(count: number): string {
  return `<p>${Array.from({ length: count }, (_, n) => n.toString(36)).join(' ')}</p>`
}

function listOfIds(count: number): object {
  const ids = Array.from({ length: count }, (_, n) => n + 1)
  return { teams: ids, teamgroups: ids, users: ids }
}

async function post(client: Client, path: string, body: unknown): Promise<number> {
  return (await client.call('POST', path, body)).status
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

async function measure(server: { port: number; pid: number }, work: () => Promise<number>): Promise<Row> {
  const poller = poll(server)
  await sleep(100)
  poller.reset()
  const started = performance.now()
  const status = await work().catch((error: Error) => {
    console.error(error.message)
    return 0
  })
  const seconds = (performance.now() - started) / 1000
  await poller.stop()
  return { status, seconds, ...poller.longest() }
}

async function nothing(): Promise<number> {
  await sleep(2000)
  return 0
}

interface Poller {
  reset(): void
  stop(): Promise<void>
  longest(): { waitMs: number; busyMs: number }
}

/** Polls over one connection. */
function poll({ port, pid }: { port: number; pid: number }): Poller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const longest = { waitMs: 0, busyMs: 0 }
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      const started = performance.now()
      const busy = mainThreadMs(pid)
      await ask(port, agent)
      longest.waitMs = Math.max(longest.waitMs, performance.now() - started)
      longest.busyMs = Math.max(longest.busyMs, mainThreadMs(pid) - busy)
      await sleep(2)
    }
    agent.destroy()
  })()
  return {
    reset: () => {
      longest.waitMs = 0
      longest.busyMs = 0
    },
    stop: async () => {
      isOver = true
      await running
    },
    longest: () => longest,
  }
}

function ask(port: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, path: '/healthz' }, (incoming) => {
      incoming.resume()
      incoming.on('end', resolve)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

/** The CPU time of the main thread only; the others do the long work. */
function mainThreadMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

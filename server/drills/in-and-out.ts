import { setTimeout as sleep } from 'node:timers/promises'
import { eln } from '../test/archives/eln.ts'
import { type Client, isSuccess, type Reply } from './client.ts'

/** Nothing listens there: what is sent to it is refused at once. */
const NOBODY = 'http://127.0.0.1:9/'

const ADA = { '@id': '#ada', '@type': 'Person', givenName: 'Ada', familyName: 'Elsewhere', email: 'ada@example.org' }
const ENTRY = {
  ...{ '@id': './1/', '@type': 'Dataset', name: 'Of another notebook', dateCreated: '2026-03-02T10:15:40Z' },
  author: { '@id': ADA['@id'] },
}

/**
 * Creates what leads in and out: an import with who wrote it elsewhere, an export, a webhook, an agent of an instrument.
 * The instance must allow webhooks to 127.0.0.1 (`WEBHOOK_ALLOW`).
 */
export async function makeInAndOut(client: Client): Promise<void> {
  await add(client, 'webhooks', { url: NOBODY, kinds: ['label.deleted'] })
  await add(client, 'agents', {
    name: 'Balance',
    host: 'balance-pc',
    version: '0.1.0',
    interval: 60,
    waiting: 0,
    errors: 0,
  })
  const location = await add(client, 'exports', { format: 'csv', experiments: 'on' })
  await finish(client, location, ({ state }) => state === 1)
  await importArchive(client)
}

async function add(client: Client, path: string, body: unknown, headers?: Record<string, string>): Promise<string> {
  const reply = requireSuccess(`POST ${path}`, await client.call('POST', path, body, headers))
  return String(reply.headers.location).replace(/^.*\/api\/v2\//, '')
}

/** As from the page: through `/imports`, in the background. */
async function importArchive(client: Client): Promise<void> {
  const boundary = 'drill'
  const form = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="other.eln"\r\n` +
        'content-type: application/vnd.eln+zip\r\n\r\n',
    ),
    eln([ENTRY, ADA]),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const location = await add(client, 'imports', form, headers)
  await finish(client, location, ({ state }) => state === 'done')
}

/** Waits for work in the background. */
async function finish(client: Client, path: string, isDone: (record: { state: unknown }) => boolean): Promise<void> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const { text } = requireSuccess(`GET ${path}`, await client.call('GET', path))
    if (isDone(JSON.parse(text) as { state: unknown })) return
    if (performance.now() > deadline) throw new Error(`${path} is not done: ${text}`)
    await sleep(50)
  }
}

function requireSuccess(what: string, reply: Reply): Reply {
  if (!isSuccess(reply)) throw new Error(`${what} answered ${reply.status} ${reply.text}`)
  return reply
}

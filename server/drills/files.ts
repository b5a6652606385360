import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { STORE_NAME } from '../src/files/local-store.ts'
import { makeClient } from './client.ts'
import { onEngine } from './engine.ts'
import { type Instance, makeInstance, runVerify, withContext } from './instance.ts'
import type { DrillOptions } from './options.ts'
import type { Random } from './random.ts'
import type { Report } from './report.ts'
import { isResumedName, makeResumer } from './resumer.ts'
import { startServer } from './server-process.ts'

const BOUNDARY = 'drill-of-files'
const MOST_BYTES = 3_000_000
/** The start is not the subject of this drill, and machines may be busy. */
const START_MS = 120_000

/** A file whose upload was acknowledged. */
export interface Acknowledged {
  path: string
  sha256: string
}

/**
 * `kill -9` during uploads, half of which are resumable and are resumed. Every acknowledged file must be there,
 * complete, and nothing that was cut off.
 */
export function filesDrill({ engine = 'sqlite', ...options }: DrillOptions): Promise<Report> {
  return onEngine(engine, (database) => runFiles(options, database))
}

async function runFiles(
  { rounds = 50, writers: count = 8, random }: DrillOptions,
  database: { databaseUrl?: string },
): Promise<Report> {
  const instance = await makeInstance('files', { users: 1, ...database })
  const [key = ''] = instance.keys
  const acknowledged: Acknowledged[] = []
  const problems: string[] = []
  let checked = 0
  let cutOff = 0
  let round = 0
  let entry = 0
  const resumers = Array.from({ length: Math.floor(count / 2) }, () => makeResumer(random, problems))
  try {
    for (; round < rounds && problems.length === 0; round++) {
      const server = await startServer(instance.env, { mostMs: START_MS })
      entry ||= await makeEntry(server.port, key)
      problems.push(...(await readBack(server.port, key, acknowledged.slice(checked))))
      checked = acknowledged.length
      const isOver = { now: false }
      const to = { port: server.port, key, entry, random, isOver, acknowledged }
      const uploading = [
        ...Array.from({ length: count - resumers.length }, () => keepUploading(to)),
        ...resumers.map((resumer) => resumer.keepGoing(to)),
      ]
      await untilMoment(acknowledged, random)
      isOver.now = true
      await server.end('SIGKILL')
      for (const lost of await Promise.all(uploading)) cutOff += lost
    }
    const server = await startServer(instance.env, { mostMs: START_MS })
    const to = { port: server.port, key, entry, acknowledged }
    for (const resumer of resumers) await resumer.finish(to)
    problems.push(...(await readBack(server.port, key, acknowledged)))
    problems.push(...(await listTwice(server.port, key, entry)))
    const { code } = await server.end('SIGTERM')
    if (code !== 0) problems.push(`the server ended with ${code} on SIGTERM`)
    const orphans = await listOrphans(instance)
    if (orphans.length > 0) problems.push(`left behind: ${orphans.slice(0, 5).join(', ')} (${orphans.length})`)
    const verdict = await runVerify(instance.env)
    if (verdict.code !== 0) problems.push(`aliquot verify: ${verdict.output.slice(0, 500)}`)
    if (acknowledged.length === 0) problems.push('no file was acknowledged: nothing was tried')
    if (round >= 10 && resumers.every(({ resumed }) => resumed === 0)) problems.push('nothing was resumed')
    return {
      summary: `acknowledged ${acknowledged.length} files in ${round} rounds, ${problems.length} problems`,
      numbers: {
        rounds: round,
        uploaders: count,
        'acknowledged files': acknowledged.length,
        'cut off by the kill': cutOff,
        'resumed after a kill': resumers.reduce((sum, { resumed }) => sum + resumed, 0),
      },
      problems,
    }
  } finally {
    instance.remove()
  }
}

const MOST_WAITING_MS = 5000

/** A random moment after some more files, which a busy machine may need time for. */
async function untilMoment(acknowledged: readonly Acknowledged[], random: Random): Promise<void> {
  const wanted = acknowledged.length + random.int(0, 12)
  const deadline = performance.now() + MOST_WAITING_MS
  while (acknowledged.length < wanted && performance.now() < deadline) await sleep(5)
  await sleep(random.int(0, 60))
}

async function makeEntry(port: number, key: string): Promise<number> {
  const client = makeClient(() => port, key)
  const { id } = await client.call('POST', 'experiments', {})
  client.close()
  return id
}

export interface Uploading {
  port: number
  key: string
  entry: number
  random: Random
  isOver: { now: boolean }
  acknowledged: Acknowledged[]
}

/** Uploads files until the server is gone. Returns the number of unanswered ones. */
async function keepUploading({ port, key, entry, random, isOver, acknowledged }: Uploading): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let unanswered = 0
  while (!isOver.now) {
    // Sometimes the same content as another upload at the same time.
    const content = random.chance(0.3) ? Buffer.alloc(50_000, random.int(0, 5)) : randomBytes(random.int(0, MOST_BYTES))
    const sha256 = createHash('sha256').update(content).digest('hex')
    const path = await upload(agent, port, key, `/api/v2/experiments/${entry}/uploads`, content)
    if (path) acknowledged.push({ path, sha256 })
    else unanswered++
  }
  agent.destroy()
  return unanswered
}

/** The path of the acknowledged file; undefined without a complete answer. */
function upload(agent: Agent, port: number, key: string, path: string, content: Buffer): Promise<string | undefined> {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="drill.bin"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  return new Promise((resolve, reject) => {
    const outgoing = request({
      ...{ agent, host: '127.0.0.1', port, path, method: 'POST' },
      headers: {
        authorization: key,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': body.length,
      },
    })
    outgoing.on('error', () => resolve(undefined))
    outgoing.on('response', (incoming) => {
      incoming.resume()
      incoming.on('error', () => resolve(undefined))
      incoming.on('end', () => {
        const { location = '' } = incoming.headers
        if (incoming.statusCode === 201) resolve(new URL(location).pathname)
        else reject(new Error(`an upload was answered with ${incoming.statusCode}`))
      })
    })
    outgoing.end(body)
  })
}

async function readBack(port: number, key: string, files: readonly Acknowledged[]): Promise<string[]> {
  const problems: string[] = []
  for (const { path, sha256 } of files) {
    const reply = await fetch(`http://127.0.0.1:${port}${path}?format=binary`, { headers: { authorization: key } })
    const found = createHash('sha256')
      .update(Buffer.from(await reply.arrayBuffer()))
      .digest('hex')
    if (reply.status !== 200) problems.push(`${path} answers ${reply.status}`)
    else if (found !== sha256) problems.push(`${path} is not what was uploaded`)
  }
  return problems
}

/** A resumed file has a unique name: however often it was finished, there must be one file. */
async function listTwice(port: number, key: string, entry: number): Promise<string[]> {
  const client = makeClient(() => port, key)
  const { text } = await client.call('GET', `experiments/${entry}/uploads`)
  client.close()
  const names = (JSON.parse(text) as { real_name: string }[]).map(({ real_name }) => real_name).filter(isResumedName)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  return twice.map((name) => `${name} is there more than once`)
}

/** Stored contents without a file, and leftover incoming files. */
function listOrphans({ env }: Instance): Promise<string[]> {
  const folder = join(env.DATA_DIR ?? '', 'files')
  return withContext(env, async ({ db }) => {
    const rows = await db.read.selectFrom('uploads').select('hash').distinct().execute()
    const known = new Set([STORE_NAME, ...rows.map(({ hash }) => hash)])
    if (!existsSync(folder)) return []
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries.filter((one) => one.isFile() && !known.has(one.name)).map(({ name }) => name)
  })
}

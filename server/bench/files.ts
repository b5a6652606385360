import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Agent, get, type RequestOptions, request } from 'node:http'
import { join } from 'node:path'
import { makeClient } from '../drills/client.ts'
import { type Instance, makeInstance } from '../drills/instance.ts'
import { type ServerProcess, startServer } from '../drills/server-process.ts'
import { beginUpload, sendPart, type TusTarget } from '../drills/tus.ts'

const MIB = 1024 * 1024
const BOUNDARY = 'bench-of-files'
const SMALL_FILES = 1000
const SMALL_BYTES = 10_000
const AT_ONCE = 16

/**
 * The cost of files: memory during a large upload and download, sending compared with bare Node, many small ones
 * compared with bare fsync.
 */
export async function benchFiles({ mib = 2048, rounds = 5 }: { mib?: number; rounds?: number }): Promise<void> {
  const instance = await makeInstance('bench-files', { users: 1 })
  const [key = ''] = instance.keys
  const server = await startServer(instance.env)
  try {
    const client = makeClient(() => server.port, key)
    const { id } = await client.call('POST', 'experiments', {})
    client.close()
    const to = { host: '127.0.0.1', port: server.port, path: `/api/v2/experiments/${id}/uploads`, key }
    await upload(to, [Buffer.alloc(SMALL_BYTES)])

    const up = await watchMemory(server, () => upload(to, large(mib)))
    const path = `${new URL(up.result).pathname}?format=binary`
    const parts = await watchMemory(server, () => uploadInParts({ host: to.host, port: to.port, key }, id, mib))
    const bare = await startBareFile(largestFile(instance))
    const ours: number[] = []
    const theirs: number[] = []
    const down = await watchMemory(server, async () => {
      for (let round = 0; round < rounds; round++) {
        theirs.push(await download({ host: '127.0.0.1', port: bare.port }))
        ours.push(await download({ host: '127.0.0.1', port: server.port, path, headers: { authorization: key } }))
      }
    })
    bare.stop()

    const small = { ours: [] as number[], bare: [] as number[], atOnce: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      small.bare.push(await timed(() => writeSmall(join(instance.folder, `bare-${round}`), 1)))
      small.ours.push(await timed(() => uploadSmall(to)))
      small.atOnce.push(await timed(() => writeSmall(join(instance.folder, `at-once-${round}`), AT_ONCE)))
    }
    console.table({
      [`upload of ${mib} MiB: memory growth, MB`]: row(up.growth, '≤ 64'),
      [`upload of ${mib} MiB: MiB a second`]: row(mib / up.seconds, ''),
      [`resumable upload of ${mib} MiB: memory growth, MB`]: row(parts.growth, '≤ 64'),
      [`resumable upload of ${mib} MiB: MiB a second`]: row(mib / parts.seconds, ''),
      [`resumable upload of ${mib} MiB: seconds for the last part`]: row(parts.result / 1000, ''),
      'downloads: memory growth, MB': row(down.growth, '≤ 64'),
      'download / bare node:http': row(median(ours) / median(theirs), '≥ 0.7'),
      'download, MiB a second': row(median(ours) / MIB, ''),
      [`${SMALL_FILES} uploads, ms`]: row(median(small.ours), ''),
      '… / written and fsynced bare, one by one': row(median(small.ours) / median(small.bare), '≤ 3'),
      [`… / written and fsynced bare, ${AT_ONCE} at once`]: row(median(small.ours) / median(small.atOnce), ''),
    })
  } finally {
    await server.end('SIGTERM')
    instance.remove()
  }
}

interface Target {
  host: string
  port: number
  path: string
  key: string
  agent?: Agent
}

/** Sends a generated file as a form; returns the Location. */
function upload({ key, ...to }: Target, chunks: Iterable<Buffer>): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: key, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    const outgoing = request({ ...to, method: 'POST', headers })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      incoming.resume()
      incoming.on('end', () => {
        const { location } = incoming.headers
        if (location) resolve(location)
        else reject(new Error(`answered ${incoming.statusCode}`))
      })
    })
    outgoing.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="b.bin"\r\n\r\n`)
    void send()
    async function send() {
      for (const chunk of chunks) {
        if (!outgoing.write(chunk)) await new Promise((drained) => outgoing.once('drain', drained))
      }
      outgoing.end(`\r\n--${BOUNDARY}--\r\n`)
    }
  })
}

function* large(mib: number, from = 0): Generator<Buffer> {
  const chunk = randomBytes(MIB)
  for (let sent = from; sent < from + mib; sent++) {
    chunk.writeUInt32LE(sent)
    yield Buffer.from(chunk)
  }
}

/** The part size of the web interface. */
const PART_MIB = 32

/** Sends a file in parts; returns the time of the last one, during which the whole is hashed and stored. */
async function uploadInParts(to: TusTarget, entry: number, mib: number): Promise<number> {
  const path = await beginUpload(to, entry, { name: 'parts.bin', size: mib * MIB })
  let lastMs = 0
  for (let sent = 0; sent < mib; sent += PART_MIB) {
    const started = performance.now()
    const { status, headers } = await sendPart(to, path, sent * MIB, large(Math.min(PART_MIB, mib - sent), sent))
    if (status !== 204) throw new Error(`a part was answered with ${status}`)
    lastMs = performance.now() - started
    if (sent + PART_MIB >= mib && headers['x-upload-id'] === undefined) throw new Error('no file was made of the parts')
  }
  return lastMs
}

/** Returns bytes per second. */
function download(from: RequestOptions): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get(from, (incoming) => {
      let bytes = 0
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      incoming.on('error', reject)
      incoming.on('end', () => resolve((bytes / (performance.now() - started)) * 1000))
    }).on('error', reject)
  })
}

async function uploadSmall(to: Target): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  await inTurns(AT_ONCE, async () => void (await upload({ ...to, agent }, [randomBytes(SMALL_BYTES)])))
  agent.destroy()
}

/** What a program must do so that each file and its name survive a power cut. */
async function writeSmall(folder: string, atOnce: number): Promise<void> {
  mkdirSync(folder)
  await inTurns(atOnce, async (number) => {
    const handle = await open(join(folder, String(number)), 'wx')
    await handle.writeFile(randomBytes(SMALL_BYTES))
    await handle.sync()
    await handle.close()
    const names = await open(folder, 'r')
    await names.sync()
    await names.close()
  })
}

async function inTurns(atOnce: number, work: (number: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: SMALL_FILES }, (_, number) => number).values()
  const worker = async () => {
    for (const number of numbers) await work(number)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The peak growth of the server's memory meanwhile, in MB. */
export async function watchMemory<T>(server: Pick<ServerProcess, 'memory'>, work: () => Promise<T>) {
  const before = server.memory()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, server.memory())
  }, 50)
  const started = performance.now()
  const result = await work()
  clearInterval(timer)
  return { result, growth: most - before, seconds: (performance.now() - started) / 1000 }
}

function largestFile({ env }: Instance): string {
  const entries = readdirSync(join(env.DATA_DIR ?? '', 'files'), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return paths.sort((a, b) => statSync(b).size - statSync(a).size)[0] ?? ''
}

async function startBareFile(path: string): Promise<{ port: number; stop(): void }> {
  const script = join(import.meta.dirname, 'bare-file.ts')
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [first] = await child.stdout.take(1).toArray()
  const { port } = JSON.parse(String(first)) as { port: number }
  return { port, stop: () => child.kill() }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

export function row(value: number, wanted: string) {
  return { value: Math.round(value * 100) / 100, wanted }
}

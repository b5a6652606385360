import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { readConfig } from '../../src/config.ts'
import { createApikey } from '../../src/features/apikeys/apikeys.service.ts'
import { openContext } from '../../src/start.ts'
import { median } from '../measure.ts'
import { load, type Service, startService } from '../processes.ts'
import { get } from '../requests.ts'
import { provideNotebook, type Seeded } from '../size-notebooks.ts'

const WRITES_A_SECOND = 500
const READERS = 4

interface IndexOptions {
  entries: number
  rounds: number
  seconds: number
  /** A folder in which the notebook stays for the next time. */
  keep: string | undefined
}

/**
 * What people notice while SQLite's indexes are made from nothing: their file is lost under a running service, which
 * makes them again in the background. Comments and titles are written at a fixed rate before and meanwhile.
 */
export async function benchIndex({ entries, rounds, seconds, keep }: IndexOptions): Promise<void> {
  const folder = keep ? resolve(keep) : mkdtempSync(join(tmpdir(), 'aliquot-bench-index-'))
  const seeded = await provideNotebook(entries, folder)
  const key = await makeWriter(seeded)
  const service = await startService(seeded.env, join(folder, 'service.log'))
  const writer = startWriter(service, key, await makeTargets(service, key))
  try {
    const reads = ['/experiments?limit=15', '/items?limit=15', '/experiments?limit=15&offset=30']
    const p99 = async () => {
      const requests = reads.map((path) => get(service.port, key, path))
      return (await load({ port: service.port, connections: READERS, seconds, requests })).p99
    }
    await p99()
    const before: number[] = []
    for (let round = 0; round < rounds; round++) before.push(await p99())
    const writesBefore = writer.take()

    loseIndexes(seeded)
    await fetch(`http://127.0.0.1:${service.port}/api/v2/experiments?q=study`, { headers: { authorization: key } })
    const started = performance.now()
    const meanwhile: number[] = []
    while (await isBehind(seeded, started)) meanwhile.push(await p99())
    const took = (performance.now() - started) / 1000
    const writesMeanwhile = writer.take()
    console.log(`${entries} entries indexed in ${took.toFixed(0)} s, ${Math.round(entries / took)} a second`)
    console.table({
      before: { 'p99 of reads, ms': median(before), ...writesBefore },
      meanwhile: { 'p99 of reads, ms': median(meanwhile), ...writesMeanwhile },
    })
    console.log(`p99 of reads: ${(median(meanwhile) / median(before)).toFixed(2)} of without (wanted: ≤ 1.5)`)
  } finally {
    await writer.stop()
    await service.stop()
    if (!keep) rmSync(folder, { recursive: true, force: true })
  }
}

async function makeWriter({ env, team }: Seeded): Promise<string> {
  const ctx = await openContext(readConfig({ ...process.env, ...env }), pino({ level: 'silent' }))
  const author = { userid: null, via: 'cli', address: '' }
  const userid = team.people[0] ?? 0
  const { key } = await createApikey(ctx, author, { name: 'bench', canWrite: true, userid, team: team.id })
  await ctx.db.close()
  return key
}

const TARGETS = 500

/** Entries that the writer may change. */
async function makeTargets({ port }: Service, key: string): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < TARGETS; n++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/experiments`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Study ${n}`, body: `<p>${'Weighed and dissolved again. '.repeat(40)}</p>` }),
    })
    ids.push(Number(answer.headers.get('location')?.split('/').pop()))
  }
  return ids
}

/** Overwrites all pages but the first, which the service notices. */
function loseIndexes({ env }: Seeded): void {
  const file = join(env.DATA_DIR ?? '', 'search.db')
  const connection = new DatabaseSync(file)
  connection.exec('pragma wal_checkpoint(truncate)')
  connection.close()
  // In place: the service may have mapped the file.
  const opened = openSync(file, 'r+')
  const { size } = fstatSync(opened)
  for (let at = PAGE; at < size; at += PAGE) writeSync(opened, NONSENSE, 0, Math.min(PAGE, size - at), at)
  closeSync(opened)
}

const PAGE = 4096
const NONSENSE = Buffer.alloc(PAGE, 'x')

/** For the first seconds it may not have begun. */
async function isBehind({ env }: Seeded, started: number): Promise<boolean> {
  const connection = new DatabaseSync(join(env.DATA_DIR ?? '', 'aliquot.db'), { readOnly: true })
  const { waiting } = connection.prepare('select count(*) as waiting from search_pending').get() as { waiting: number }
  connection.close()
  return waiting > WRITES_A_SECOND * 5 || performance.now() - started < 10_000
}

/** Sends comments and new titles at a fixed rate, whether or not earlier ones were answered. */
function startWriter({ port }: Service, key: string, targets: readonly number[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let [sent, answered, failed, since] = [0, 0, 0, performance.now()]
  let open = 0
  const send = () => {
    const id = targets[sent % targets.length]
    const isTitle = sent++ % 4 < 2
    const [method, path, body] = isTitle
      ? (['PATCH', `/api/v2/experiments/${id}`, { title: `Study ${sent} of titles` }] as const)
      : (['POST', `/api/v2/experiments/${id}/comments`, { comment: 'Measured again, 4.2 mg.' }] as const)
    open++
    const outgoing = request({
      ...{ agent, port, host: '127.0.0.1', method, path },
      headers: { authorization: key, 'content-type': 'application/json' },
    })
    outgoing.on('response', (incoming) => {
      incoming.resume().on('end', () => open--)
      if ((incoming.statusCode ?? 500) < 300) answered++
      else failed++
    })
    outgoing.on('error', () => {
      open--
      failed++
    })
    outgoing.end(JSON.stringify(body))
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - since) / 1000) * WRITES_A_SECOND - sent
    for (let n = 0; n < due; n++) send()
  }, 10)
  return {
    take() {
      const passed = (performance.now() - since) / 1000
      const result = { 'writes a second': Math.round(answered / passed), 'refused writes': failed }
      ;[sent, answered, failed, since] = [0, 0, 0, performance.now()]
      return result
    },
    async stop() {
      clearInterval(timer)
      for (let tries = 0; open > 0 && tries < 200; tries++) await sleep(100)
      agent.destroy()
    },
  }
}

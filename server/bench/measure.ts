import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../src/config.ts'
import { createApikey } from '../src/features/apikeys/apikeys.service.ts'
import { createUser } from '../src/features/users/users.service.ts'
import { openContext } from '../src/start.ts'
import type { LoadResult } from './load.ts'
import { load, type Service, startService } from './processes.ts'
import { get, post } from './requests.ts'
import { SOUGHT, seedExperiments } from './seed.ts'

export interface SizeResult {
  experiments: number
  startSeconds: number
  idleMemoryMb: number
  /** Rows a second of an unlimited list, and how much memory it took at most. */
  stream: { rows: number; seconds: number; growthMb: number }
  /** By scenario: the median round. */
  scenarios: Record<string, LoadResult>
}

interface Options {
  folder: string
  barePort: number
  seconds: number
  rounds: number
}

/** Seeds an instance of this size and measures each scenario, in rounds that include the bare server. */
export async function measureSize(
  size: number,
  options: Options,
  bareHttp: Record<string, number[]>,
): Promise<SizeResult> {
  const env = { DATA_DIR: join(options.folder, `data-${size}`), LOG_LEVEL: 'info' }
  const log = join(options.folder, `service-${size}.log`)
  const key = await makeKey(env)
  console.log(`Seeding ${size} experiments …`)
  const seeding = await startService(env, log)
  await seedExperiments(seeding.port, key, size)
  const ids = await makeTargets(seeding.port, key)
  await seeding.stop()

  const service = await startService(env, log)
  try {
    await sleep(1500)
    const idleMemoryMb = service.memoryMb()
    const runs = scenarios(service.port, key, ids)
    const results: Record<string, LoadResult[]> = {}
    for (let round = 1; round <= options.rounds; round++) {
      console.log(`${size} experiments, round ${round} of ${options.rounds}`)
      for (const connections of [16, 64]) {
        const bare = await load({
          port: options.barePort,
          connections,
          seconds: options.seconds,
          requests: [get(1, key, '/')],
        })
        bareHttp[connections] = [...(bareHttp[connections] ?? []), bare.perSecond]
      }
      for (const [name, run] of Object.entries(runs)) {
        const result = await load({ port: service.port, seconds: options.seconds, ...run })
        if (result.failures > 0) throw new Error(`${name}: ${result.failures} of ${result.requests} requests failed`)
        results[name] = [...(results[name] ?? []), result]
      }
    }
    const stream = await measureStream(service, key)
    return {
      experiments: size,
      startSeconds: service.startSeconds,
      idleMemoryMb,
      stream,
      scenarios: Object.fromEntries(Object.entries(results).map(([name, rounds]) => [name, medianOf(rounds)])),
    }
  } finally {
    await service.stop()
  }
}

/** Ids of what the scenarios work on. */
interface Targets {
  commented: number
  comment: number
  /** A typical entry: a kilobyte of text, two tags, three comments. */
  typical: number
}

function scenarios(port: number, key: string, { commented, comment, typical }: Targets) {
  // Instruments write to different entries; on one and the same they would wait for each other's place in its chain.
  const create = Array.from({ length: 64 }, (_, number) =>
    post(port, key, `/experiments/${commented - number}/comments`, { comment: 'Measured again, 4.2 mg.' }).toString(),
  )
  return {
    'comment read': { connections: 16, requests: [get(port, key, `/experiments/${commented}/comments/${comment}`)] },
    'experiment read': { connections: 16, requests: [get(port, key, `/experiments/${typical}`)] },
    'list of 15': { connections: 16, requests: [get(port, key, '/experiments?limit=15')] },
    ...Object.fromEntries(
      Object.entries(SOUGHT).map(([where, { word }]) => [
        `q, word ${where}`,
        { connections: 16, requests: [get(port, key, `/experiments?limit=15&q=${word}`)] },
      ]),
    ),
    'comment create, 1 connection': { connections: 1, requests: create },
    'comment create, 64 connections': { connections: 64, requests: create },
  }
}

async function makeKey(env: Record<string, string>): Promise<string> {
  const ctx = await openContext(readConfig({ ...process.env, ...env }), pino({ level: 'silent' }))
  const author = { userid: null, via: 'cli', address: '' }
  const email = `bench-${Date.now()}@example.org`
  const { userid } = await createUser(ctx, author, { email, firstname: 'Ada', lastname: 'Moreau', team: 1 })
  const { key } = await createApikey(ctx, author, { name: 'bench', canWrite: true, userid, team: 1 })
  await ctx.db.close()
  return key
}

async function makeTargets(port: number, key: string): Promise<Targets> {
  const create = async (path: string, body: object) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return Number(answer.headers.get('location')?.split('/').pop())
  }
  const commented = await create('/experiments', { title: 'Commented', body: '<p>x</p>' })
  const comment = await create(`/experiments/${commented}/comments`, {
    comment: 'Buffer was prepared with the old stock.',
  })
  const typical = await create('/experiments', {
    title: 'Read',
    body: `<p>${'text '.repeat(200)}</p>`,
    tags: ['a', 'b'],
  })
  for (let number = 0; number < 3; number++)
    await create(`/experiments/${typical}/comments`, { comment: `Remark ${number}` })
  return { commented, comment, typical }
}

/** Reads everything at once, slowly enough to see the memory on the way. */
async function measureStream(service: Service, key: string): Promise<SizeResult['stream']> {
  const before = service.memoryMb()
  let most = before
  const started = performance.now()
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/v2/experiments`, { headers: { authorization: key } })
  let rows = 0
  for await (const chunk of answer.body ?? []) {
    rows += Buffer.from(chunk).toString('latin1').split('"elabid":').length - 1
    most = Math.max(most, service.memoryMb())
  }
  return { rows, seconds: (performance.now() - started) / 1000, growthMb: most - before }
}

function medianOf(rounds: LoadResult[]): LoadResult {
  const sorted = [...rounds].sort((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)] as LoadResult
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

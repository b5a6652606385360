import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../test/postgres.ts'
import { median } from '../measure.ts'
import { databaseOn, runStatement } from '../pgbench.ts'
import { load, type Service, startService } from '../processes.ts'
import { post } from '../requests.ts'
import { usedBy } from '../size-processor.ts'
import { type LabTeam, makePeople, openLab, PEOPLE, TEAMS } from './lab.ts'
import { comparePages } from './pages.ts'
import type { Arrived } from './subscribers.ts'

const WRITES_A_SECOND = 500
const SECONDS = 15
const WRITERS = 16
const TIMED = 100
const SETTLE_MS = 2000
/** Of one person in each of so many teams, for all that they may see. */
const WEBHOOKS = 20

interface FeedOptions {
  streams: number
  /** Events of the journals whose pages are compared. */
  sizes: readonly number[]
  rounds: number
  seconds: number
  engine: 'sqlite' | 'postgres'
}

/** How soon changes reach subscribers, and what subscribers cost. */
export async function benchFeed({ streams, sizes, rounds, seconds, engine }: FeedOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-bench-feed-'))
  const server = engine === 'postgres' && !process.env.DATABASE_URL ? await startPostgres({ durable: true }) : undefined
  const serverUrl = engine === 'postgres' ? (process.env.DATABASE_URL ?? server?.url) : undefined
  try {
    const results: Record<string, { measured: number; wanted: string }> = {}
    const lab = await startLab(folder, serverUrl)
    const clients = startClients()
    try {
      console.log(
        `${streams} streams of ${PEOPLE} people in ${TEAMS} teams. A change of an entry is told to all streams of its team.`,
      )
      const keys = Array.from({ length: streams }, (_, n) => lab.keys[n % lab.keys.length] ?? '')
      const port = lab.service.port
      const { port: receiver } = await clients.ask<{ port: number }>({ receive: true })
      const openAll = () => clients.ask({ open: { port, keys, timed: TIMED } })
      const closeAll = async () => {
        await clients.ask({ close: true })
        await sleep(1000)
      }
      await writeSteadily(lab, 5)
      await sleep(3000)
      const before = lab.service.ownMemoryMb()
      await openAll()
      await sleep(3000)
      const perStream = ((lab.service.ownMemoryMb() - before) * 1024) / streams
      results['kB of memory for an open stream'] = { measured: round(perStream), wanted: '≤ 40' }

      await clients.ask({ take: true })
      await writeSteadily(lab, SECONDS)
      await sleep(500)
      const arrived = await clients.ask<Arrived>({ take: true })
      console.log(
        `${arrived.changes} changes arrived at ${TIMED} of the streams, the slowest after ${arrived.longest} ms`,
      )
      results[`ms from a change to a stream, p50, ${WRITES_A_SECOND} writes a second`] = {
        measured: arrived.p50,
        wanted: '≤ 30',
      }
      results[`the same, p99`] = { measured: arrived.p99, wanted: '≤ 150' }
      await closeAll()

      for (const [name, teams, wanted] of [
        ['writers in 2 teams', 2, '≤ 5'],
        ['writers in all teams', TEAMS, ''],
      ] as const) {
        const losses: { rate: number; cpu: number; lag: number; deliveries: number }[] = []
        await writeAtFullSpeed(lab, teams, seconds)
        for (let at = 0; at < rounds; at++) {
          const alone = await writeAtFullSpeed(lab, teams, seconds)
          await openAll()
          const hooks = await openWebhooks(lab, receiver)
          // Opening them is not what is measured.
          await sleep(SETTLE_MS)
          await clients.ask({ take: true })
          const watched = await writeAtFullSpeed(lab, teams, seconds)
          const { deliveries, p99, ended } = await clients.ask<Arrived>({ take: true })
          await closeAll()
          await closeWebhooks(lab, hooks)
          losses.push({ rate: 1 - watched.rate / alone.rate, cpu: watched.cpu / alone.cpu - 1, lag: p99, deliveries })
          const rates = `${Math.round(alone.rate)} writes a second, watched ${Math.round(watched.rate)}`
          console.log(`${name}: ${rates}, ${deliveries} deliveries, ${ended} streams broke off`)
        }
        const percent = (kind: 'rate' | 'cpu') => round(median(losses.map((loss) => loss[kind])) * 100)
        results[`% that ${WRITERS} ${name} lose with ${streams} streams and ${WEBHOOKS} webhooks open`] = {
          measured: percent('rate'),
          wanted,
        }
        results[`% more processor time for such a write, ${name}`] = { measured: percent('cpu'), wanted: '' }
        const typical = (kind: 'lag' | 'deliveries') => median(losses.map((loss) => loss[kind]))
        // Both give way while the service is busy.
        results[`ms to a stream meanwhile, p99, ${name}`] = { measured: typical('lag'), wanted: '' }
        results[`deliveries a second meanwhile, ${name}`] = {
          measured: round(typical('deliveries') / seconds),
          wanted: '',
        }
      }
    } finally {
      clients.stop()
      await lab.service.stop()
    }
    if (sizes.length > 1) {
      const ratio = await comparePages(sizes, folder, serverUrl)
      results[`a page after ${sizes.at(-1)} events / after ${sizes[0]}`] = { measured: round(ratio), wanted: '≤ 1.3' }
    }
    console.table(results)
  } finally {
    await server?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Lab {
  service: Service
  teams: LabTeam[]
  keys: string[]
  /** An entry of each team. */
  entries: number[]
}

async function startLab(folder: string, serverUrl: string | undefined): Promise<Lab> {
  const env: Record<string, string> = {
    DATA_DIR: join(folder, 'lab'),
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '0',
    WEBHOOK_ALLOW: '127.0.0.1/32',
  }
  if (serverUrl) {
    await runStatement(serverUrl, 'create database feed_lab')
    env.DATABASE_URL = databaseOn(serverUrl, 'feed_lab')
  }
  const ctx = await openLab(env)
  const teams = await makePeople(ctx)
  await ctx.db.close()
  const service = await startService(env, join(folder, 'service.log'))
  const entries: number[] = []
  for (const { keys } of teams) entries.push(await call(service.port, keys[0] ?? '', 'POST', 'experiments', {}))
  // People of a team stand beside each other, so that fewer streams than people are of all teams.
  const keys = (teams[0]?.keys ?? []).flatMap((_, person) => teams.map((team) => team.keys[person] ?? ''))
  return { service, teams, keys, entries }
}

/** Returns the id of what was created, if anything was. */
async function call(port: number, key: string, method: string, path: string, body?: object): Promise<number> {
  const headers = { authorization: key, 'content-type': 'application/json' }
  const asked = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const reply = await fetch(`http://127.0.0.1:${port}/api/v2/${path}`, asked)
  if (!reply.ok) throw new Error(`${method} ${path} was refused with ${reply.status}`)
  return Number(reply.headers.get('location')?.split('/').pop())
}

interface OpenWebhook {
  key: string
  id: number
}

async function openWebhooks({ service, teams }: Lab, receiver: number): Promise<OpenWebhook[]> {
  const url = `http://127.0.0.1:${receiver}/`
  const hooks: OpenWebhook[] = []
  for (const { keys } of teams.slice(0, WEBHOOKS)) {
    const key = keys[2] ?? ''
    hooks.push({ key, id: await call(service.port, key, 'POST', 'webhooks', { url, kinds: ['*'], scope: 'user' }) })
  }
  return hooks
}

async function closeWebhooks({ service }: Lab, hooks: readonly OpenWebhook[]): Promise<void> {
  for (const { key, id } of hooks) await call(service.port, key, 'DELETE', `webhooks/${id}`)
}

/** Comments of the second person of each team, at a fixed rate. */
async function writeSteadily({ service, teams, entries }: Lab, seconds: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const started = performance.now()
  const body = JSON.stringify({ comment: 'Looks pure, 4.2 mg' })
  const all: Promise<void>[] = []
  for (let sent = 0; performance.now() - started < seconds * 1000; ) {
    const due = ((performance.now() - started) / 1000) * WRITES_A_SECOND
    for (; sent < due; sent++) {
      const team = sent % teams.length
      const path = `/api/v2/experiments/${entries[team]}/comments`
      all.push(sendComment({ agent, port: service.port, path, key: teams[team]?.keys[1] ?? '', body }))
    }
    await sleep(2)
  }
  await Promise.all(all)
  agent.destroy()
}

interface Comment {
  agent: Agent
  port: number
  path: string
  key: string
  body: string
}

function sendComment({ agent, port, path, key, body }: Comment): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: key, 'content-type': 'application/json', 'content-length': body.length }
    const sending = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (reply) => {
      reply.resume().on('end', resolve)
      if (reply.statusCode !== 201) reject(new Error(`a comment was refused with ${reply.statusCode}`))
    })
    sending.on('error', reject).end(body)
  })
}

/** Comments of some teams, as many as go. */
async function writeAtFullSpeed(lab: Lab, teams: number, seconds: number): Promise<{ rate: number; cpu: number }> {
  const { service, entries } = lab
  const requests = lab.teams
    .slice(0, teams)
    .map(({ keys }, team) =>
      post(service.port, keys[1] ?? '', `/experiments/${entries[team]}/comments`, { comment: 'Pure' }).toString(),
    )
  const used = usedBy([service.pid])
  const result = await load({ port: service.port, connections: WRITERS, seconds, requests })
  return { rate: result.perSecond, cpu: (usedBy([service.pid]) - used) / result.requests }
}

function startClients() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'subscribers.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async ask<T>(command: object): Promise<T> {
      child.stdin.write(`${JSON.stringify(command)}\n`)
      return JSON.parse((await lines.next()).value ?? '{}') as T
    },
    stop: () => child.kill(),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

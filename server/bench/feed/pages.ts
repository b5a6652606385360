import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.ts'
import type { Context } from '../../src/context.ts'
import { createApikey } from '../../src/features/apikeys/apikeys.service.ts'
import { writeCursor } from '../../src/features/changes/cursor.ts'
import { createUser } from '../../src/features/users/users.service.ts'
import { median } from '../measure.ts'
import { databaseOn, runStatement } from '../pgbench.ts'
import { addEvents, openLab } from './lab.ts'

const AUTHOR = { userid: null, via: 'bench', address: '' }
const ENTRIES = 200
const PAGES = 200

interface Notebook {
  ctx: Context
  app: FastifyInstance
  key: string
  events: number
}

/** What a page of 100 changes costs after few and after many events, at places all over the journal. In turns. */
export async function comparePages(sizes: readonly number[], folder: string, serverUrl?: string): Promise<number> {
  const notebooks: Notebook[] = []
  for (const events of sizes) notebooks.push(await provide(events, folder, serverUrl))
  const times = notebooks.map((): number[] => [])
  for (let page = 0; page < PAGES; page++) {
    for (const [index, notebook] of notebooks.entries()) {
      const took = await readPage(notebook, (page + 0.5) / PAGES)
      // The first ones compile statements.
      if (page >= PAGES / 10) times[index]?.push(took)
    }
  }
  const medians = times.map(median)
  console.table(
    Object.fromEntries(
      notebooks.map(({ events }, index) => [
        `${events} events`,
        { 'ms for a page of 100': Math.round((medians[index] ?? 0) * 100) / 100 },
      ]),
    ),
  )
  for (const { ctx, app } of notebooks) {
    await app.close()
    await ctx.db.close()
  }
  return (medians.at(-1) ?? 0) / (medians[0] || 1)
}

async function provide(events: number, folder: string, serverUrl: string | undefined): Promise<Notebook> {
  const env: Record<string, string> = { DATA_DIR: join(folder, `events-${events}`) }
  mkdirSync(env.DATA_DIR ?? '', { recursive: true })
  if (serverUrl) {
    await runStatement(serverUrl, `create database events_${events}`)
    env.DATABASE_URL = databaseOn(serverUrl, `events_${events}`)
  }
  const ctx = await openLab(env)
  const app = buildApp(ctx)
  const person = { email: 'ada@example.org', firstname: 'Ada', lastname: 'Lovelace', team: 1 }
  const { userid } = await createUser(ctx, AUTHOR, person)
  const { key } = await createApikey(ctx, AUTHOR, { name: 'bench', canWrite: true, userid, team: 1 })
  const ids: number[] = []
  for (let entry = 0; entry < ENTRIES; entry++) {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/v2/experiments',
      headers: { authorization: key },
      payload: {},
    })
    ids.push(Number(String(reply.headers.location).split('/').pop()))
  }
  const started = performance.now()
  await addEvents(ctx, ids, events)
  console.log(`Made ${events} events in ${Math.round((performance.now() - started) / 1000)} s`)
  return { ctx, app, key, events }
}

/** On SQLite the processor time, which others on the machine do not change. */
async function readPage({ ctx, app, key }: Notebook, share: number): Promise<number> {
  const { read } = ctx.db
  const last = await read.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const place = await read
    .selectFrom('events')
    .select(['id', 'hash'])
    .where('id', '>=', Math.floor(last.id * share))
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const after = writeCursor({ position: place.id, sub: 0, since: 0 }, [place.hash])
  const cpu = process.threadCpuUsage()
  const started = performance.now()
  const reply = await app.inject({ url: `/api/v2/changes?after=${after}`, headers: { authorization: key } })
  const wall = performance.now() - started
  const used = process.threadCpuUsage(cpu)
  if (reply.statusCode !== 200) throw new Error(reply.payload)
  return ctx.db.engine === 'sqlite' ? (used.user + used.system) / 1000 : wall
}

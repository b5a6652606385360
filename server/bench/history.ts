import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Context } from '../src/context.ts'
import { createApikey } from '../src/features/apikeys/apikeys.service.ts'
import { createUser } from '../src/features/users/users.service.ts'
import { openContext } from '../src/start.ts'

const AUTHOR = { userid: null, via: 'bench', address: '' }
const EDITS = 1000
const PAIRS = 30
const PARAGRAPHS = 1000

/** Typical edits of a long text between two saves. */
const WAYS: Readonly<Record<string, (paragraphs: string[], n: number) => void>> = {
  'at the end': (paragraphs, n) => {
    paragraphs.shift()
    paragraphs.push(paragraph(n))
  },
  'at one place': (paragraphs, n) => change(paragraphs, n),
  'at three places': (paragraphs, n) => {
    for (const part of [1, 2, 3]) change(paragraphs, n * 31 * part)
  },
}

/**
 * 1,000 saves of a text of 100 kB: how much the database grows, and whether the last save costs as much as the first.
 * The first ones are measured in between the last, on another entry, because a shared machine changes from minute to
 * minute.
 */
export async function benchHistory(only = ''): Promise<void> {
  for (const [way, edit] of Object.entries(WAYS).filter(([name]) => name.includes(only))) {
    const folder = mkdtempSync(join(tmpdir(), 'aliquot-history-'))
    const config = readConfig({ DATA_DIR: folder, ...databaseOf(process.env) })
    const ctx = await openContext(config, pino({ level: 'silent' }))
    try {
      await benchWay(ctx, way, edit)
    } finally {
      await ctx.db.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function benchWay(ctx: Context, way: string, edit: (paragraphs: string[], n: number) => void): Promise<void> {
  const app = buildApp(ctx)
  const authorization = await makeKey(ctx)
  const send = async (method: 'POST' | 'PATCH' | 'GET', url: string, payload?: object) => {
    const started = performance.now()
    const reply = await app.inject({
      method,
      url: `/api/v2/${url}`,
      headers: { authorization },
      ...(payload && { payload }),
    })
    if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.payload.slice(0, 200)}`)
    return { ms: performance.now() - started, location: reply.headers.location }
  }
  const create = async () => {
    const { location } = await send('POST', 'experiments', {})
    return `experiments/${String(location).split('/').pop()}`
  }
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, n) => paragraph(n))
  const save = async (path: string) => (await send('PATCH', path, { body: paragraphs.join('') })).ms
  const path = await create()
  await save(path)
  const before = await sizeOf(ctx)
  const moments: string[] = []
  for (let n = 1; n <= EDITS; n++) {
    edit(paragraphs, n)
    await save(path)
    moments.push(ctx.now())
  }
  const grown = (await sizeOf(ctx)) - before

  const times: Record<'first' | 'last' | 'asOfFirst' | 'asOfLast', number[]> = {
    first: [],
    last: [],
    asOfFirst: [],
    asOfLast: [],
  }
  for (let n = 0; n < PAIRS; n++) {
    const fresh = await create()
    await save(fresh)
    edit(paragraphs, EDITS + n)
    const calls = [async () => times.first.push(await save(fresh)), async () => times.last.push(await save(path))]
    for (const call of n % 2 === 0 ? calls : calls.reverse()) await call()
    times.asOfFirst.push((await send('GET', `${path}?as_of=${moments[n]}`)).ms)
    times.asOfLast.push((await send('GET', `${path}?as_of=${moments[EDITS - 1 - n]}`)).ms)
  }
  const [first, last] = [median(times.first), median(times.last)]
  const kilobytes = Math.round(paragraphs.join('').length / 1000)
  console.log(
    `${EDITS} saves of ${kilobytes} kB ${way}: ${(grown / 1e6).toFixed(1)} MB, ` +
      `a save ${first.toFixed(1)} ms at first and ${last.toFixed(1)} ms at last (${((last / first) * 100).toFixed(0)} %), ` +
      `as of the first ${median(times.asOfFirst).toFixed(1)} ms, of the last ${median(times.asOfLast).toFixed(1)} ms`,
  )
  await app.close()
}

async function makeKey(ctx: Context): Promise<string> {
  const email = `history-${Date.now()}@example.org`
  const { userid } = await createUser(ctx, AUTHOR, { firstname: 'His', lastname: 'Tory', email, team: 1 })
  return (await createApikey(ctx, AUTHOR, { name: 'bench', canWrite: true, userid, team: 1 })).key
}

/** The size of the database. SQLite's write-ahead log is not added, because its size is bounded. */
async function sizeOf({ db }: Context): Promise<number> {
  const query =
    db.engine === 'postgres'
      ? sql<{ size: number }>`select pg_database_size(current_database()) as size`
      : sql<{ size: number }>`select page_count * page_size as size from pragma_page_count, pragma_page_size`
  return Number((await query.execute(db.read)).rows[0]?.size)
}

function databaseOf({ DATABASE_URL }: NodeJS.ProcessEnv): Record<string, string> {
  return DATABASE_URL ? { DATABASE_URL } : {}
}

function change(paragraphs: string[], n: number): void {
  const place = (n * 7919) % paragraphs.length
  paragraphs[place] = paragraph(place, `edited ${n}`)
}

const WORDS = 'buffer sample column gel lane primer enzyme culture medium plate tube yield peak band control'.split(' ')

/** About a hundred characters of prose. */
function paragraph(n: number, more = ''): string {
  const words = Array.from({ length: 12 }, (_, k) => WORDS[(n * 13 + k * k * 7 + n * k) % WORDS.length])
  return `<p>${n} ${words.join(' ')} ${(n * 2_654_435_761) % 4_294_967_291} ${more}</p>`
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { emptyInstance, type TestInstance, type TestServer, testInstance } from './program.ts'

const WRITERS = 8
const targets = process.env.TEST_ENGINE === 'postgres' ? (['postgres', 'sqlite'] as const) : (['sqlite'] as const)

/** A running instance with one person, and their key. */
async function servedInstance() {
  const instance = await testInstance()
  const person = ['--email', 'ada@example.org', '--firstname', 'Ada', '--lastname', 'Lovelace', '--team', '1']
  const commands = instance.hosted()
  await commands.json(['user', 'create', ...person, '--password-stdin'], { input: 'gx8Vk2pQz0mT vlnrtx' })
  const { key } = await commands.json<{ key: string }>([
    ...['apikey', 'create', '--user', 'ada@example.org', '--team', '1', '--name', 'load'],
  ])
  const server = await instance.serve()
  return { instance, key, server }
}

/** The files in a folder that others could read. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const modes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mode))
  return names.filter((_, index) => (modes[index] ?? 0) & 0o077)
}

test('a backup taken under write load holds every write that was acknowledged before it began', async () => {
  const { instance, key, server } = await servedInstance()
  const load = startLoad(server, key)
  while (load.acknowledged.size < 200) await sleep(20)

  const before = new Map(load.acknowledged)
  const file = join(instance.folder, 'notebook.tar.zst')
  const backup = await instance.json<{ rows: number }>(['backup', file])
  const atEnd = load.acknowledged.size
  const written = await load.stop()
  await server.stop()
  // The load must have continued, or this would prove nothing.
  expect(atEnd).toBeGreaterThan(before.size)
  expect(backup.rows).toBeGreaterThan(before.size)

  expect(await instance.json(['verify'])).toMatchObject({ ok: true, findings: [] })
  for (const engine of targets) {
    const target = await emptyInstance(engine)
    const restored = await target.json<{ verdict: object }>(['restore', file])
    expect(restored.verdict, engine).toMatchObject({ ok: true, findings: [] })
    const open = await openToOthers(target.env.DATA_DIR ?? '')
    expect(open, engine).toEqual([])
    const comments = await commentsOf(target)
    const missing = [...before].filter(([id, text]) => comments.get(id) !== text)
    expect(missing, engine).toEqual([])
    // Nothing that nobody wrote.
    expect([...comments].filter(([id, text]) => written.get(id) !== text)).toEqual([])
    expect((await target.json<object[]>(['user', 'list'])).length).toBe(1)

    const again = await target.serve()
    expect((await again.call(key, 'GET', 'users/me')).status).toBe(200)
    expect((await again.call(key, 'POST', 'experiments', {})).status).toBe(201)
    await again.stop()
    expect(await target.json(['verify'])).toMatchObject({ ok: true, findings: [] })
  }
}, 240_000)

test('a disk that is full during a backup is told in one line, and nothing is left behind', async () => {
  const { instance, key, server } = await servedInstance()
  // More than fits, and it does not compress to less than half.
  const body = randomBytes(500_000).toString('base64')
  expect((await server.call(key, 'POST', 'experiments', { body })).status).toBe(201)
  await server.stop()

  const file = join(instance.folder, 'notebook.tar.zst')
  const { code, stdout, stderr } = await instance.aliquot(['backup', file, '--json'], { mostFileBytes: 100 * 1024 })

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(JSON.parse(stderr)).toEqual({ error: expect.stringContaining('EFBIG') })
  expect(await readdir(instance.folder)).toEqual(['data'])
})

/** Writers that comment on their own entries, and a list of acknowledged comments. */
function startLoad(server: TestServer, key: string) {
  const acknowledged = new Map<number, string>()
  let isOver = false
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const { id: entry } = await server.call(key, 'POST', 'experiments', {})
    for (let n = 0; !isOver; n++) {
      const comment = `writer ${writer}, comment ${n}`
      const { status, id } = await server.call(key, 'POST', `experiments/${entry}/comments`, { comment })
      if (status === 201) acknowledged.set(id, comment)
      if (n % 5 === 0) await server.call(key, 'PATCH', `experiments/${entry}`, { body: `${comment} `.repeat(100) })
    }
  })
  return {
    acknowledged,
    async stop() {
      isOver = true
      await Promise.all(writers)
      return acknowledged
    },
  }
}

async function commentsOf(instance: TestInstance): Promise<Map<number, string>> {
  const database = await openDatabase(readConfig(instance.env))
  try {
    const { rows } = await sql<{ id: number; comment: string }>`select id, comment from comments`.execute(database.read)
    return new Map(rows.map(({ id, comment }) => [id, comment]))
  } finally {
    await database.close()
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slow } from '../../../test/elabftw/faults.ts'
import { inventedLab } from '../../../test/elabftw/invented-lab.ts'
import { startLabServer } from '../../../test/elabftw/server.ts'
import { testApp } from '../../../test/harness.ts'
import { passedOn } from '../../../test/program.ts'
import { testRandom } from '../../../test/seed.ts'
import { verify } from '../../verify/verify.ts'

const LAUNCHER = join(import.meta.dirname, '../../cli/aliquot.js')
const KILLS = Number(process.env.MOVE_IN_KILLS ?? 3)
/** The page with the earlier texts is made here. */
const PAGE = 'earlier-texts.html'

test(`a command that is killed ${KILLS} times at random moments comes to the same end, with nothing twice`, async () => {
  const random = testRandom()
  const app = await testApp()
  await app.given.user({ isSysadmin: true })
  const { DATA_DIR, DATABASE_URL } = app.ctx.config
  const server = await startLabServer(inventedLab({ experiments: 40, items: 6 }))
  server.fault = () => slow(8)
  const begin = () => {
    const args = [LAUNCHER, 'move-in', '--from', server.url, '--key-stdin', '--json']
    const env = { ...passedOn(['PATH']), DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) }
    const child = spawn(process.execPath, args, { cwd: DATA_DIR, env, stdio: ['pipe', 'pipe', 'pipe'] })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      said.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      said.stderr += chunk
    })
    child.stdin.end(Object.values(server.lab.keys).join('\n'))
    return { child, said, ended: once(child, 'close') }
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const { child, ended } = begin()
    const until = server.requests.length + random.int(5, 120)
    while (server.requests.length < until && child.exitCode === null) await new Promise((go) => setTimeout(go, 5))
    child.kill('SIGKILL')
    await ended
  }
  const { said, ended } = begin()
  const [code] = await ended
  expect({ code, stderr: said.stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('http:// is not encrypted'),
  })
  expect(JSON.parse(said.stdout)).toMatchObject({
    counts: { experiments: { there: 40, here: 40, failed: 0 }, items: { there: 6, here: 6 } },
  })

  const { read } = app.ctx.db
  const entries = await read.selectFrom('entities').select(['type', 'title']).execute()
  const there = [...server.lab.entries.values()]
  expect(entries.map(({ title }) => title).toSorted()).toEqual(there.map(({ row }) => row.title).toSorted())
  const earlier = await read.selectFrom('uploads').select('entity_id').where('real_name', '=', PAGE).execute()
  expect(new Set(earlier.map(({ entity_id }) => entity_id)).size).toBe(earlier.length)
  const count = async (table: 'uploads' | 'comments' | 'steps') => {
    const { n } = await read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n) - (table === 'uploads' ? earlier.length : 0)
  }
  const parts = (name: 'uploads' | 'comments' | 'steps') =>
    there.reduce((sum, { record }) => sum + (record[name] as unknown[]).length, 0)
  for (const name of ['uploads', 'comments', 'steps'] as const)
    expect([name, await count(name)]).toEqual([name, parts(name)])
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
}, 240_000)

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import type { Context } from '../context.ts'
import { checkRunning } from '../features/instance/checks.ts'
import { nameStore } from './identity.ts'
import { lookAround } from './neighbours.ts'
import { showPresence } from './presence.ts'
import { type ServerRow, save } from './servers.repo.ts'

test('a server alone, or with others that share its files, has nothing to say', async () => {
  const { ctx } = await testApp()
  await nameStore(ctx.config)
  await showPresence(ctx)
  const [own] = (await lookAround(ctx.db.read, ctx.config, ctx.now())).servers
  await addNeighbour(ctx, { files: own?.files ?? '' })
  expect(await lookAround(ctx.db.read, ctx.config, ctx.now())).toMatchObject({ servers: [{}, {}], problems: [] })
  expect(await serversChecks(ctx)).toEqual([
    {
      name: 'servers',
      state: 'ok',
      message: '2 running, with the same files and settings',
      code: 'servers.several',
      params: { count: 2 },
    },
  ])
})

test('a server on the same database that keeps its files elsewhere is named by doctor', async () => {
  const { ctx } = await testApp({ BASE_URL: 'https://notebook.example.org' })
  await nameStore(ctx.config)
  await writeFile(join(ctx.config.DATA_DIR, 'secrets.key'), 'ab'.repeat(32))
  await showPresence(ctx)
  await addNeighbour(ctx, { files: 'another folder', base_url: '', secrets: 'another key' })
  const checks = await serversChecks(ctx)
  expect(checks.map(({ state, code }) => [state, code])).toEqual([
    ['wrong', 'servers.other_files'],
    ['wrong', 'servers.other_address'],
    ['wrong', 'servers.other_secrets'],
  ])
  expect(checks[0]?.message).toContain(
    'the server other-1 on other keeps files elsewhere: share the folder "files" of DATA_DIR',
  )
})

test('a server that has not been seen for minutes is forgotten', async () => {
  const { ctx } = await testApp()
  await nameStore(ctx.config)
  await addNeighbour(ctx, { files: 'another folder', seen_at: '2026-01-01T00:00:00.000Z' })
  await showPresence(ctx)
  expect((await lookAround(ctx.db.read, ctx.config, ctx.now())).servers).toHaveLength(1)
  expect(await ctx.db.read.selectFrom('servers').select('name').execute()).toHaveLength(1)
})

test('a file whose content is on another server is a 503 that says where to look, and no 500', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const { path } = await as(ada).postForm(`experiments/${id}/uploads`, [
    { name: 'file', filename: 'a.txt', content: 'on the other server' },
  ])
  await rm(join(ctx.config.DATA_DIR, 'files'), { recursive: true })
  expect(await as(ada).get(`${path}?format=binary`)).toMatchObject({
    status: 503,
    body: {
      message: 'The content of this file is not in the storage of this server',
      description: expect.stringContaining('docs/several-servers.md'),
    },
  })
})

async function serversChecks(ctx: Context) {
  return (await checkRunning(ctx.config, ctx.db)).filter(({ name }) => name === 'servers')
}

async function addNeighbour(ctx: Context, row: Partial<ServerRow>): Promise<void> {
  const now = ctx.now()
  const [own] = (await lookAround(ctx.db.read, ctx.config, now)).servers
  const other = { secrets: '', base_url: '', version: '0.1.0', files: '', seen_at: now, ...own, ...row }
  await ctx.db.write((db) => save(db, { ...other, name: 'other-1', host: 'other' }))
}

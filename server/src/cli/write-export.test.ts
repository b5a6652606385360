import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EntityType } from '@aliquot/contract/common'
import { expect, onTestFinished, test } from 'vitest'
import { checkCrate } from '../../test/eln/crate-checks.ts'
import { oneFile } from '../../test/forms.ts'
import { testApp } from '../../test/harness.ts'
import { readZip } from '../../test/zip-reader.ts'
import type { Everything } from '../features/exports/exports.everything.ts'
import { writeEverything } from './write-export.ts'

test('everything of a type is written as its owners see it, whoever may read it, and nothing is left of what fails', async () => {
  const app = await testApp()
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const ada = await app.given.user()
  const bob = await app.given.user({ team: await app.given.team() })
  const first = await app.given.experiment(ada, { title: 'for me alone', body: '<p>a, b</p>' })
  await app.as(ada).patch(`experiments/${first}`, { canread_base: 10 })
  await app.as(ada).postForm(`experiments/${first}/uploads`, oneFile('data.csv', '1,2'))
  const old = await app.given.experiment(ada, { title: 'old' })
  await app.as(ada).patch(`experiments/${old}`, { action: 'archive' })
  const gone = await app.given.experiment(ada, { title: 'gone' })
  await app.as(ada).delete(`experiments/${gone}`)
  await app.given.experiment(bob, { title: 'of another team' })
  const { id: resource } = await app.as(bob).post('items', { title: 'a resource' })
  await app.as(bob).patch(`items/${resource}`, { canread_base: 50 })
  await app.as(ada).post(`experiments/${first}/items_links/${resource}`, {})

  let told: string[] = []
  const write = (
    name: string,
    what: { format: Everything['format']; owner?: number },
    type: EntityType | 'all' = 'experiments',
  ) => {
    told = []
    return writeEverything(app.ctx, join(folder, name), { type, ...what }, (done, of) => told.push(`${done} of ${of}`))
  }
  const TITLES = ['for me alone', 'old', 'of another team']
  expect(await write('a.json', { format: 'json' })).toMatchObject({ entries: 3, format: 'json' })
  expect(told).toEqual(['1 of 3', '2 of 3', '3 of 3'])
  const rows = JSON.parse(await readFile(join(folder, 'a.json'), 'utf8'))
  expect(rows.map(({ title }: { title: string }) => title)).toEqual(TITLES)
  expect(await write('a.csv', { format: 'csv' })).toMatchObject({ entries: 3 })
  expect((await readFile(join(folder, 'a.csv'), 'utf8')).trim().split('\n')).toHaveLength(4)
  expect(await write('bob.csv', { format: 'csv', owner: bob.id })).toMatchObject({ entries: 1 })
  expect(told).toEqual(['1 of 1'])
  const { bytes } = await write('a.zip', { format: 'zip' })
  const { size, mode } = await stat(join(folder, 'a.zip'))
  expect({ size, mode: mode & 0o777 }).toEqual({ size: bytes, mode: 0o600 })
  const members = [...readZip(await readFile(join(folder, 'a.zip'))).keys()]
  for (const title of TITLES) expect(members.filter((name) => name.startsWith(title)).length).toBeGreaterThan(1)
  expect(members.some((name) => name.endsWith('/data.csv'))).toBe(true)

  expect(await write('a.eln', { format: 'eln' }, 'all')).toMatchObject({ entries: 4, format: 'eln' })
  expect(told).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4'])
  const crate = checkCrate(await readFile(join(folder, 'a.eln')), undefined)
  const inCrate = crate.nodes.filter((node) => node['@type'] === 'Dataset').map(({ name }) => name)
  expect(inCrate.sort()).toEqual([...TITLES, 'Export from Aliquot', 'a resource'].sort())
  // Entries of one type refer to those of another.
  expect(crate.node(`./experiment-${first}/`).mentions).toEqual([{ '@id': `./resource-${resource}/` }])
  expect(await write('bob.eln', { format: 'eln', owner: bob.id }, 'all')).toMatchObject({ entries: 2 })

  await expect(write('a.zip', { format: 'zip' })).rejects.toThrow('is there already')
  const twice = await Promise.allSettled([write('c.zip', { format: 'zip' }), write('c.zip', { format: 'zip' })])
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(twice.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining('is there already') },
  })
  expect([...readZip(await readFile(join(folder, 'c.zip'))).keys()]).toEqual(members)
  app.ctx.files.store.read = () => Promise.reject(new Error('the disk went away'))
  await expect(write('b.zip', { format: 'zip' })).rejects.toThrow('the disk went away')
  expect((await readdir(folder)).sort()).toEqual([
    ...['a.csv', 'a.eln', 'a.json', 'a.zip', 'bob.csv', 'bob.eln', 'c.zip'],
  ])
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Import } from '@aliquot/contract/imports'
import { expect, test } from 'vitest'
import { eln, type Node } from './archives/eln.ts'
import { type TestInstance, testInstance } from './program.ts'

const GEL: Node = {
  ...{ '@id': './gel/', '@type': 'Dataset', name: 'Gel', genre: 'experiment', text: '<p>Run</p>' },
  author: { '@id': '#ada' },
}
const NODES: Node[] = [
  { ...GEL, mentions: [{ '@id': './lamp/' }] },
  { '@id': './lamp/', '@type': 'Dataset', name: 'Lamp', genre: 'resource', author: { '@id': '#ada' } },
  { '@id': '#ada', '@type': 'Person', name: 'Ada Lovelace', email: 'ada@example.org' },
]

async function givenInstance(): Promise<{ instance: TestInstance; file: string }> {
  const instance = await testInstance()
  const person = (email: string) => [
    'user',
    'create',
    '--email',
    email,
    '--firstname',
    'A',
    '--lastname',
    'B',
    '--team',
    '1',
  ]
  await instance.json([...person('boss@example.org'), '--admin', '--password-stdin'], { input: PASSWORD })
  await instance.json([...person('ada@example.org'), '--password-stdin'], { input: PASSWORD })
  const file = join(instance.folder, 'lab.eln')
  writeFileSync(file, eln(NODES))
  return { instance, file }
}

const PASSWORD = 'gx8Vk2pQz0mT vlnrtx'
const AS_BOSS = ['--owner', 'boss@example.org']

test('an archive comes in on the command line, after a preview', { timeout: 120_000 }, async () => {
  const { instance, file } = await givenInstance()
  const ahead = await instance.json<Import>(['import', file, ...AS_BOSS, '--preview'])
  expect(ahead).toMatchObject({ made: 0, preview: { entries: 2, people: [{ userid: 2, entries: 2 }] } })
  const done = await instance.json<Import>(['import', file, ...AS_BOSS])
  expect(done).toMatchObject({ state: 'done', made: 2, refused: 0, owner: 1 })
  const [gel] = done.entries
  expect(await instance.json(['entry', 'show', String(gel?.id)])).toMatchObject({
    ...{ title: 'Gel', userid: 2, origin: { name: 'Ada Lovelace' } },
    items_links: [{ title: 'Lamp' }],
  })
  const again = await instance.aliquot(['import', file, ...AS_BOSS])
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('0 made, 2 here already') })
  expect(await instance.json(['verify'])).toMatchObject({ ok: true })
})

test('an archive comes in while the service runs', { timeout: 120_000 }, async () => {
  const { instance, file } = await givenInstance()
  const server = await instance.serve()
  const done = await instance.json<Import>(['import', file, ...AS_BOSS, '--type', 'items', '--team', '1'])
  expect(done).toMatchObject({ state: 'done', made: 2 })
  expect(done.entries.map(({ type }) => type)).toEqual(['items', 'items'])
  expect(await server.stop()).toBe(0)
})

test('what cannot be imported is told, and nothing is made', { timeout: 120_000 }, async () => {
  const { instance, file } = await givenInstance()
  const hosted = instance.hosted()
  const broken = join(instance.folder, 'broken.eln')
  writeFileSync(broken, 'Dear colleague')
  const outcomes: [args: string[], code: number, said: string][] = [
    [['import'], 2, 'FILE is missing'],
    [['import', file], 2, '--owner is missing'],
    [['import', file, ...AS_BOSS, '--type', 'gels'], 2, '--type must be one of'],
    [['import', join(instance.folder, 'none.eln'), ...AS_BOSS], 1, 'there is no file'],
    [['import', file, '--owner', 'nobody@example.org'], 1, 'there is no user'],
    [['import', file, ...AS_BOSS, '--team', '9'], 1, 'is not an active member of team 9'],
    [['import', broken, ...AS_BOSS], 1, 'is failed: 0 made'],
  ]
  for (const [args, code, said] of outcomes) {
    const { code: ended, stdout, stderr } = await hosted.aliquot(args)
    expect({ args, ended, said: stdout + stderr }).toMatchObject({ ended: code, said: expect.stringContaining(said) })
  }
})

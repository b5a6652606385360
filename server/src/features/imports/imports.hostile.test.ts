import type { Entity } from '@aliquot/contract/entities'
import type { Import } from '@aliquot/contract/imports'
import { beforeAll, describe, expect, test } from 'vitest'
import { eln, type Node } from '../../../test/archives/eln.ts'
import { sharedApp, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { processorTime } from '../../../test/time/processor-time.ts'
import { JOB_KINDS } from '../../job-kinds.ts'
import { runJobs } from '../../jobs/runner.ts'
import { addressesIn, keysOfAddress, rewriteAddresses } from './imports.addresses.ts'

const shared = sharedApp()
let lab: TestApp

beforeAll(async () => {
  lab = await shared()
})

async function givenAda(): Promise<TestUser> {
  return lab.given.user({ team: await lab.given.team() })
}

async function bringIn(user: TestUser, content: Buffer, fields: Record<string, string> = {}, filename = 'lab.eln') {
  const parts = Object.entries(fields).map(([name, value]) => ({ name, content: value }))
  const sent = await lab.as(user).postForm('imports', [...parts, { name: 'file', filename, content }])
  expect(sent).toMatchObject({ status: 201 })
  await runJobs(lab.ctx, JOB_KINDS)
  return (await lab.as(user).get<Import>(`imports/${sent.id}`)).body
}

async function entryOf(user: TestUser, { entries }: Import, title: string): Promise<Entity> {
  const found = entries.find((one) => one.title === title)
  return (await lab.as(user).get<Entity>(`${found?.type}/${found?.id}`)).body
}

const NOTES: Node = {
  ...{ '@id': './notes/', '@type': 'Dataset', name: 'Notes', genre: 'experiment' },
  ...{ text: '<p>Grow</p>', encodingFormat: 'text/html' },
}
const SALT: Node = { '@id': './salt/', '@type': 'Dataset', name: 'Salt', genre: 'resource' }

describe('addresses in texts', () => {
  const attack = '<img src="/a.png" alt=" src=salt onerror=alert(1) x">'
  const toPlace = (text: string) => rewriteAddresses(text, true, () => '/resources/1')

  test('do not become attributes out of the words of others', async () => {
    const ada = await givenAda()
    const done = await bringIn(ada, eln([{ ...NOTES, text: `${attack}<a href="salt">salt</a>` }, SALT]))
    expect(done).toMatchObject({ state: 'done', made: 2 })
    const salt = await entryOf(ada, done, 'Salt')
    const { body } = await entryOf(ada, done, 'Notes')
    expect(body).toContain('alt=" src=salt onerror=alert(1) x"')
    expect(body).toContain(`<a href="/resources/${salt.id}"`)
  })

  test('are found where browsers find them', () => {
    expect(toPlace(attack)).toBe('<img src="/resources/1" alt=" src=salt onerror=alert(1) x">')
    expect(toPlace(`<a title='a href="x"' HREF = y class>b href="z"</a>`)).toBe(
      `<a title='a href="x"' HREF = "/resources/1" class>b href="z"</a>`,
    )
    expect(toPlace('<img alt="a"src=\'b\'/><video poster=c src="d">')).toBe(
      '<img alt="a"src="/resources/1"/><video poster="/resources/1" src="/resources/1">',
    )
    expect(addressesIn('<a data-href="x" href="a&amp;b"> ![c](d) <img src="e', false)).toEqual(['a&b', 'd'])
  })

  test.each([
    ['<a ', ' href="'],
    ['<a href="', "' "],
    ['<a href=', '   '],
    ['<a', '<a x'],
    ['<a ', 'href'],
    ['<a ', '" \' '],
    ['', '<a href="x" '],
    ['', '<a "'],
    ['[', '](   '],
  ])('take no time, however %j goes on with %j', (first, more) => {
    const text = first + more.repeat(2_000_000 / more.length)
    expect(processorTime(() => void addressesIn(text, false))).toBeLessThan(5000)
  })

  test('take no time, however long one is', () => {
    for (const address of [`/a.php?${'&id=1/a.php?'.repeat(100_000)}`, '/a.php?&'.repeat(100_000)])
      expect(processorTime(() => void keysOfAddress(address))).toBeLessThan(5000)
  })
})

const LONG = 'é'.repeat(500_000)

test('names and titles without an end are cut, told, and cost little', async () => {
  const ada = await givenAda()
  const people = [...Array(20).keys()].map(
    (number): Node => ({ '@id': `#c${number}`, '@type': 'Comment', text: 'Mine', author: { '@id': '#p' } }),
  )
  const file = eln([
    { ...NOTES, name: LONG, keywords: [LONG, 'salt'], author: { '@id': '#p' }, about: { '@id': '#cat' } },
    { ...SALT, author: { '@id': '#p' }, comment: people.map((node) => ({ '@id': node['@id'] })) },
    ...people,
    { '@id': '#p', '@type': 'Person', name: LONG, email: `${'a'.repeat(10_000)}@example.org` },
    { '@id': '#cat', '@type': 'Thing', name: LONG },
  ])

  const ahead = await bringIn(ada, file, { preview: '1' })
  expect(ahead.state, JSON.stringify(ahead.error)).toBe('previewed')
  expect(JSON.stringify(ahead.preview).length).toBeLessThan(30_000)
  expect(ahead.preview?.people).toMatchObject([{ name: LONG.slice(0, 500), email: null }])

  const done = await bringIn(ada, file)
  expect(done).toMatchObject({ state: 'done', made: 2 })
  expect(done.warnings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['long_title', 'no_tag', 'not_understood']),
  )
  const salt = await entryOf(ada, done, 'Salt')
  expect(salt).toMatchObject({ origin: { name: LONG.slice(0, 500), email: null } })
  expect(salt.comments.map(({ origin }) => origin?.name?.length)).toEqual(people.map(() => 500))
  expect(JSON.stringify(done).length).toBeLessThan(100_000)
})

test('a level that was asked for and is not allowed ends the import before it makes anything', async () => {
  const own = await testApp()
  const root = own.as(await own.given.user({ isSysadmin: true }))
  const ada = own.as(await own.given.user())
  await root.patch('config', { allow_permission_full: '0' })
  const parts = [
    { name: 'canread_base', content: '50' },
    { name: 'file', filename: 'lab.eln', content: eln([NOTES]) },
  ]
  const { id } = await ada.postForm('imports', parts)
  await runJobs(own.ctx, JOB_KINDS)
  expect((await ada.get<Import>(`imports/${id}`)).body).toMatchObject({
    ...{ state: 'failed', made: 0, refused: 0 },
    error: { reason: 'permission.level_off' },
  })
})

test('an entry that few may read is read by no more here, although its level is off', async () => {
  const own = await testApp()
  const root = own.as(await own.given.user({ isSysadmin: true }))
  const ada = own.as(await own.given.user())
  await root.patch('config', { allow_permission_useronly: '0', allow_permission_user: '0' })
  const mine = { ...NOTES, 'aliquot:canread': 10, 'aliquot:canwrite': 20 }
  const { id } = await ada.postForm('imports', [{ name: 'file', filename: 'lab.eln', content: eln([mine]) }])
  await runJobs(own.ctx, JOB_KINDS)
  const { entries } = (await ada.get<Import>(`imports/${id}`)).body
  const entry = (await ada.get(`experiments/${entries[0]?.id}`)).body
  expect(entry).toMatchObject({ canread_base: 10, canwrite_base: 20 })
})

test('the second name of archives is known', async () => {
  const ada = await givenAda()
  expect(await bringIn(ada, eln([NOTES]), {}, 'Lab.ELN.zip')).toMatchObject({ state: 'done', made: 1, format: '.eln' })
})

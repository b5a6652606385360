import { expect, test } from 'vitest'
import { entriesOf, notesOf } from '../../../../test/archives/entries-of.ts'
import { crateOf, elnWith, type Forged, PLAIN } from '../../../../test/archives/forged-zip.ts'

const read = (metadata: string, members: readonly Forged[] = []) => entriesOf(elnWith(members, metadata))

test('datasets that contain each other become one entry each', async () => {
  const nodes = ['a', 'b', 'c'].map((name, number, all) => ({
    '@id': `./${name}/`,
    '@type': 'Dataset',
    name,
    hasPart: [{ '@id': `./${all[(number + 1) % 3]}/` }, { '@id': './' }, { '@id': `./${name}/` }],
  }))
  const entries = await read(crateOf(nodes, { hasPart: [{ '@id': './a/' }] }))
  expect(entries.map(({ key, links }) => [key, links])).toEqual([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a']],
  ])
})

test('an id that is described 100,000 times costs no more than its text', async () => {
  const twins = Array.from({ length: 100_000 }, (_, number) => ({ '@id': '#p', '@type': 'Person', name: `${number}` }))
  const [entry] = await read(crateOf([{ ...PLAIN, author: { '@id': '#p' } }, ...twins]))
  expect(entry?.author?.name).toBe('0')
  expect(notesOf(entry)).toContain('node_twice #p')
})

test('lists that nobody writes are cut, in little time', async () => {
  const many = (length: number) => Array.from({ length }, () => ({ propertyID: 'x', value: 1 }))
  const people = Array.from({ length: 20_000 }, (_, number) => `P ${number}`)
  const remarks = Array.from({ length: 30_000 }, (_, number) => ({
    '@id': `#${number}`,
    '@type': 'Comment',
    text: 'x',
    parentItem: { '@id': './one/' },
  }))
  const [entry] = await read(crateOf([{ ...PLAIN, variableMeasured: many(30_000), author: people }, ...remarks]))
  expect([entry?.fields.length, entry?.coauthors?.length, entry?.comments.length]).toEqual([20_000, 499, 10_000])
  expect(entry?.fields.at(-1)?.name).toBe('x (20000)')
  expect(notesOf(entry)).toEqual(['many_values variableMeasured'])
})

test('130,000 parts of a part are found', async () => {
  const parts = Array.from({ length: 130_000 }, (_, number) => ({ '@id': `./one/${number}/` }))
  const nodes = parts.map((part) => ({ ...part, '@type': 'Dataset' }))
  const metadata = crateOf([{ ...PLAIN, hasPart: parts }, ...nodes], { hasPart: [{ '@id': './one/' }] })
  const [one] = await entriesOf(elnWith([], metadata), 1)
  expect(one?.links).toHaveLength(130_000)
})

test('names of JavaScript are names like others', async () => {
  const node = `{"@id": "./x/", "@type": "Dataset", "name": "X", "__proto__": {"text": "no"}, "constructor": 1, "toString": 2}`
  const metadata = crateOf([], { hasPart: [{ '@id': './x/' }] }).replace(/\]\}$/, `,${node}]}`)
  const [entry] = await read(metadata)
  expect(entry).toMatchObject({ title: 'X', text: '' })
  expect(notesOf(entry)).toEqual(['only_in_record __proto__, constructor, toString'])
})

test('only the last part of a path is the name of a file', async () => {
  const file = { '@id': './one/f', '@type': 'File', name: '..\\..\\../../etc/passwd' }
  const nodes = [{ ...PLAIN, hasPart: [{ '@id': './one/f' }] }, file]
  const [entry] = await read(crateOf(nodes), [{ name: 'root/one/f', content: 'x' }])
  expect(entry?.files.map(({ name }) => name)).toEqual(['passwd'])
})

test('ids that lead out of the archive find nothing', async () => {
  const ids = ['../../etc/passwd', '/etc/passwd', 'file:///etc/passwd', './one/../../x', 'C:\\x', '%2e%2e/x']
  const nodes = [{ ...PLAIN, hasPart: ids.map((id) => ({ '@id': id })) }]
  const [entry] = await read(crateOf(nodes))
  expect(entry?.files).toEqual([])
  expect(entry?.notes.map(({ code }) => code)).toEqual([
    ...['file_missing', 'file_missing', 'file_elsewhere', 'file_missing', 'file_missing', 'file_missing'],
  ])
})

test('half a character in an id is a sign like others', async () => {
  const id = './one/\ud800'
  const node = { ...PLAIN, hasPart: [{ '@id': id }, { '@id': './one/f' }], mentions: [{ '@id': `${id}/` }] }
  const file = { '@id': './one/f', '@type': 'File', name: 'f', alternateName: 'f\udc00' }
  const [entry] = await read(crateOf([node, file]), [{ name: 'root/one/f', content: 'x' }])
  expect(entry?.files.map(({ name }) => name)).toEqual(['f'])
  expect(entry?.notes.map(({ code }) => code)).toEqual(['link_left', 'file_missing'])
})

test('a folder with half a character in its id is found', async () => {
  const node = { ...PLAIN, '@id': './one\ud800/', hasPart: [{ '@id': './one\ud800/f' }] }
  const [entry] = await read(crateOf([node]), [{ name: 'root/one\ufffd/f', content: 'x' }])
  expect(entry?.files.map(({ name }) => name)).toEqual(['f'])
})

test('an entity bomb in a document of RSpace is left alone', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><archivalDocument><name>&b;</name></archivalDocument>`
  const nodes = [
    { '@id': '#rspace', '@type': 'Organization', name: 'RSpace' },
    { '@id': './doc', '@type': 'Dataset', hasPart: [{ '@id': './doc/doc.xml' }] },
  ]
  const metadata = crateOf(nodes).replace('"about"', '"sdPublisher":{"@id":"#rspace"},"about"')
  const [entry] = await read(metadata, [{ name: 'root/doc/doc.xml', content: bomb }])
  expect(entry).toMatchObject({ title: 'doc', text: '' })
  expect(notesOf(entry)).toEqual(['text_unreadable doc/doc.xml'])
  expect(entry?.files).toHaveLength(1)
})

test('of very many notes only the first come', async () => {
  const parts = Array.from({ length: 5000 }, (_, number) => ({ '@id': `./one/${number}` }))
  const [entry] = await read(crateOf([{ ...PLAIN, hasPart: parts }]))
  expect(entry?.notes).toHaveLength(101)
  expect(notesOf(entry)?.at(-1)).toBe('more_notes file_missing')
})

test('values of the wrong kind are not understood, and nothing is invented', async () => {
  const odd = {
    ...PLAIN,
    ...{ genre: 7, temporal: 'soon', dateCreated: { year: 2024 }, identifier: ['x', 'y'], alternateName: -1 },
    ...{
      keywords: { '@id': '#none' },
      step: 'Weigh',
      comment: 'A remark',
      author: '',
      creator: [],
      about: { '@id': '#none' },
    },
    ...{ variableMeasured: ['temperature', { value: 1 }, { propertyID: 'x' }], aggregateRating: 5, status: 9 },
  }
  const [entry] = await read(crateOf([odd]))
  expect(entry).toMatchObject({
    ...{ type: null, date: null, createdAt: null, elabid: null, customId: null, state: 'normal', rating: null },
    ...{ tags: ['#none'], author: null, category: null, status: null },
    steps: [{ text: 'Weigh', isFinished: false }],
    comments: [{ text: 'A remark', at: null, author: null }],
    fields: [{ name: 'identifier', value: 'x' }],
  })
  expect(notesOf(entry)?.sort()).toEqual([
    ...['bad_instant temporal: soon', 'field_left ', 'field_left temperature', 'field_left x', 'node_missing #none'],
    'only_in_record genre',
  ])
})

import { expect, test } from 'vitest'
import { entriesOf, notesOf } from '../../../../test/archives/entries-of.ts'
import { crateOf, elnWith, type Forged, forgeZip, PLAIN } from '../../../../test/archives/forged-zip.ts'
import type { IncomingEntry } from '../incoming.ts'

/** The ways in which programs differ, one by one. The samples of the consortium have them all, but may not be here. */

type Node = Record<string, unknown>

/** The first entry of an archive with these nodes; the first node is that of the entry. */
async function entryOf(
  nodes: readonly Node[],
  members: readonly Forged[] = [],
  root: Node = {},
): Promise<IncomingEntry> {
  const [first, ...others] = nodes
  const [entry] = await entriesOf(elnWith(members, crateOf([{ ...PLAIN, ...first }, ...others], root)))
  if (!entry) throw new Error('no entry')
  return entry
}

const ref = (id: string) => ({ '@id': id })

test.each<[unknown, string[]]>([
  ['a,b , c', ['a', 'b', 'c']],
  [
    ['a, b', 'c'],
    ['a, b', 'c'],
  ],
  [[{ '@id': '#t', '@type': 'DefinedTerm', name: 'xenon, lamp' }], ['xenon, lamp']],
  ['a,,a, ', ['a']],
  ['', []],
])('keywords %j are the tags %j', async (keywords, tags) => {
  expect(await entryOf([{ keywords }])).toMatchObject({ tags })
})

test.each<[Node, string | undefined, string[]]>([
  [{ author: ref('#ada') }, 'Ada Byron', []],
  [{ creator: [ref('#ben'), ref('#ada')] }, 'Ben', ['Ada Byron']],
  [{ authors: 'Corey, E. J.' }, 'Corey, E. J.', []],
  [{ author: { '@type': 'Person', givenName: 'Eve', familyName: 'Xu' } }, 'Eve Xu', []],
  [{ author: ref('https://orcid.org/0000-0002-1825-0097') }, '0000-0002-1825-0097', []],
  [{ author: ref('#nobody') }, undefined, []],
  [{}, undefined, []],
])('people written as %j are %s and %j', async (people, author, others) => {
  const nodes = [
    { '@id': '#ada', '@type': 'Person', givenName: 'Ada', familyName: 'Byron' },
    { '@id': '#ben', '@type': 'Person', name: 'Ben' },
  ]
  const entry = await entryOf([people, ...nodes])
  expect([entry.author?.name, entry.coauthors?.map(({ name }) => name)]).toEqual([author, others])
})

test('without an author of its own, an entry has that of the archive, and says so', async () => {
  const entry = await entryOf([{}], [], { creator: { '@type': 'Person', name: 'Ada', email: 'ada@example.org' } })
  expect(entry.author).toEqual({ name: 'Ada', email: 'ada@example.org', orcid: null })
  expect(notesOf(entry)).toEqual(['author_of_archive Ada'])
})

test('of a person that is described twice, both descriptions count', async () => {
  const people = ['ada@example.org', 'Ada'].map((name) => ({ '@id': '#p', '@type': 'Person', name }))
  const entry = await entryOf([{ authors: ref('#p') }, ...people])
  expect(entry.author).toEqual({ name: 'Ada', email: 'ada@example.org', orcid: null })
  expect(notesOf(entry)).toEqual(['node_twice #p'])
})

test.each<[Node, string, string]>([
  [
    { text: 'One\n\nTwo\nThree & <5', encodingFormat: undefined },
    '<p>One</p>\n<p>Two<br>Three &amp; &lt;5</p>',
    'html',
  ],
  [{ text: '# A', encodingFormat: 'text/markdown' }, '# A', 'markdown'],
  [{ text: undefined, description: ref('#d') }, '*A*', 'markdown'],
  [{ text: '<p>A</p>', description: 'B' }, '<p>A</p>\n<p>B</p>', 'html'],
  [{ text: '<p>A</p>', description: 'A' }, '<p>A</p>', 'html'],
  [{ text: undefined, encodingFormat: 'text/markdown' }, '', 'markdown'],
])('a text %j becomes %j', async (given, text, contentType) => {
  const described = { '@id': '#d', '@type': 'TextObject', text: '*A*', encodingFormat: 'text/markdown' }
  expect(await entryOf([given, described])).toMatchObject({ text, contentType })
})

test('answers are found from either side, and answers to answers', async () => {
  const comment = (id: string, parent: string | undefined, hour: number) => ({
    ...{ '@id': id, '@type': ['Comment', 'Dataset'], text: `<p>${id}</p>`, encodingFormat: 'text/html' },
    ...{ dateCreated: `2026-03-02T${hour}:00:00Z`, ...(parent !== undefined && { parentItem: ref(parent) }) },
  })
  const comments = [comment('./b/', './a/', 12), comment('./a/', './one/', 11), comment('./c/', undefined, 10)]
  const entries = await entriesOf(
    elnWith([], crateOf([{ ...PLAIN, comment: [ref('./c/')] }, ...comments], { hasPart: [ref('./one/')] })),
  )
  expect(entries).toHaveLength(1)
  expect(entries[0]?.comments.map(({ text }) => text)).toEqual(['./c/', './a/', './b/'])
})

test('values of fields keep their types, units and numbers', async () => {
  const fields = [
    { propertyID: 'a', value: true },
    { propertyID: 'b', value: 1.2, unitText: 'mm' },
    { propertyID: 'c', value: '2.5', unitCode: 'HTZ', name: 'Frequency' },
    { propertyID: 'd', value: '600+/- 3', unitText: 'mm', description: 'height' },
    { propertyID: 'e', value: ['x', 'y'] },
    { propertyID: 'a', value: 'again' },
    { propertyID: 'f', minValue: 1, maxValue: 2 },
    { propertyID: 'g', value: ref('./one/') },
    { propertyID: 'h', value: '' },
  ]
  const { fields: found } = await entryOf([{ additionalProperty: fields }])
  expect(found.map(({ name, type, value, unit, description }) => [name, type, value, unit, description])).toEqual([
    ['a', 'checkbox', 'on', null, null],
    ['b', 'number', '1.2', 'mm', null],
    ['c', 'number', '2.5', 'HTZ', 'Frequency'],
    ['d', 'text', '600+/- 3', 'mm', 'height'],
    ['e', 'select', ['x', 'y'], null, null],
    ['a (2)', 'text', 'again', null, null],
    ['f', 'text', '1 – 2', null, null],
    ['g', 'text', 'One', null, null],
    ['h', 'text', '', null, null],
  ])
})

test.each<[why: string, id: string, member: string]>([
  ['with two slashes in the archive', './one/a.txt', 'root/one//a.txt'],
  ['percent-encoded in the metadata', './one/a%20b.txt', 'root/one/a b.txt'],
  ['percent-encoded in the archive', './one/a b.txt', 'root/one/a%20b.txt'],
  ['in the other form of Unicode', './one/e\u0301.txt', 'root/one/\u00e9.txt'],
  ['without a point', 'one/a.txt', 'root/one/a.txt'],
  ['with a slash', '/one/a.txt', 'root/one/a.txt'],
])('a file is found %s', async (_why, id, member) => {
  const file = { '@id': id, '@type': 'File', name: 'a.txt', sha256: 'RAJ15.dx', contentSize: '9' }
  const entry = await entryOf([{ hasPart: [ref(id)] }, file], [{ name: member, content: 'found' }])
  expect(entry.files).toMatchObject([{ name: 'a.txt', size: 5, sha256: null }])
  expect(notesOf(entry)).toEqual(['other_size a.txt', 'bad_hash a.txt'])
})

test('old archives of eLabFTW have nodes within nodes, and escaped quotes', async () => {
  const elabftw = { '@id': '#publisher', '@type': 'Organization', name: 'eLabFTW' }
  const dataset = {
    ...{
      ...PLAIN,
      name: 'The &#34;best&#34; one',
      keywords: 'it&#39;s',
      comment: [{ '@type': 'Comment', text: '&#34;Yes&#34;' }],
    },
    variableMeasured: { propertyID: 'elabftw_metadata', value: '{"extra_fields": {}}' },
    step: [
      { position: 2, creativeWorkStatus: 'unfinished', itemListElement: [{ text: 'Second' }] },
      {
        position: 1,
        creativeWorkStatus: 'finished',
        temporal: '2024-01-01T10:00:00+01:00',
        itemListElement: { text: 'First' },
      },
    ],
  }
  const metadata = crateOf([dataset, elabftw]).replace('"about"', '"sdPublisher":{"@id":"#publisher"},"about"')
  const [entry] = await entriesOf(elnWith([], metadata))
  expect(entry).toMatchObject({
    ...{ title: 'The "best" one', tags: ["it's"], metadata: '{"extra_fields": {}}', comments: [{ text: '"Yes"' }] },
    steps: [
      { text: 'First', isFinished: true, finishedAt: '2024-01-01T09:00:00.000Z' },
      { text: 'Second', isFinished: false, finishedAt: null },
    ],
  })
})

test('a document of RSpace is read from its file', async () => {
  const field = (name: string, type: string, data: string) =>
    `<field id="1"><fieldName>${name}</fieldName><fieldType>${type}</fieldType><fieldData>${data}</fieldData></field>`
  const xml = `<?xml version="1.0"?><archivalDocument docId="1"><name>Doc &amp; 1</name><createdBy>ada</createdBy><tag>a,b</tag>
    <creationDate>2023-12-07T16:11:12Z</creationDate><!-- x --><listFields>${field('Text', 'TEXT', '&lt;p&gt;A &amp;amp; B&lt;/p&gt;')}
    ${field('Choice', 'CHOICE', 'fieldSelectedChoices=a&amp;fieldSelectedChoices=c')}${field('pH', 'NUMBER', '7.4')}<x/></listFields></archivalDocument>`
  const nodes = [
    { '@id': './doc_1', '@type': 'Dataset', hasPart: [ref('./doc_1/doc_1.xml'), ref('./doc_1/other')] },
    { '@id': './doc_2', '@type': 'Dataset', hasPart: [] },
    { '@id': './doc_1/other', '@type': 'Dataset', identifier: './doc_2' },
    { '@id': '#rspace', '@type': 'Organization', name: 'RSpace' },
  ]
  const metadata = crateOf(nodes, { hasPart: [ref('./doc_1'), ref('./doc_2')] })
  const archive = elnWith(
    [{ name: 'root/doc_1/doc_1.xml', content: xml }],
    metadata.replace('"about"', '"sdPublisher":{"@id":"#rspace"},"about"'),
  )
  const [entry, ...others] = await entriesOf(archive)
  expect(entry).toMatchObject({
    ...{ title: 'Doc & 1', text: '<p>A &amp; B</p>', date: '2023-12-07', createdAt: '2023-12-07T16:11:12.000Z' },
    ...{ author: { name: 'ada' }, tags: ['a', 'b'], links: ['doc_2'] },
    fields: [
      { name: 'Choice', type: 'select', value: ['a', 'c'] },
      { name: 'pH', type: 'number', value: '7.4' },
    ],
  })
  expect(others).toHaveLength(1)
})

test('versions of an entry add their files to it, and a dataset within becomes an entry that it links to', async () => {
  const nodes = [
    { ...PLAIN, hasPart: [ref('./one/v0/'), ref('./one/two/')], isBasedOn: ref('./one/v0/') },
    { '@id': './one/v0/', '@type': 'Dataset', name: 'One', hasPart: [ref('./one/v0/data.json')] },
    { '@id': './one/v0/data.json', '@type': 'File', name: 'data.json' },
    { '@id': './one/two/', '@type': 'Dataset', name: 'Two' },
  ]
  const metadata = crateOf(nodes, { hasPart: [ref('./one/')] })
  const entries = await entriesOf(elnWith([{ name: 'root/one/v0/data.json', content: '{}' }], metadata))
  expect(entries.map(({ title, links, files }) => [title, links, files.map(({ name }) => name)])).toEqual([
    ['One', ['one/two'], ['data.json']],
    ['Two', [], []],
  ])
})

test('a file that is described like a record becomes an entry', async () => {
  const file = {
    '@id': './one/a.csv',
    '@type': 'File',
    name: 'a.csv',
    genre: 'measurement',
    text: '# A',
    encodingFormat: 'text/markdown',
  }
  const nodes = [{ ...PLAIN, hasPart: [ref('./one/a.csv')] }, file]
  const [one, a] = await entriesOf(elnWith([{ name: 'root/one/a.csv', content: '1' }], crateOf(nodes)))
  expect(one).toMatchObject({ links: ['one/a.csv'], files: [] })
  expect(a).toMatchObject({
    title: 'a.csv',
    type: null,
    text: '# A',
    contentType: 'markdown',
    files: [{ name: 'a.csv' }],
  })
})

test('the root may have an address for its id, and the metadata the name of RO-Crate 1.0', async () => {
  const nodes = [
    { '@id': 'ro-crate-metadata.jsonld', '@type': 'CreativeWork', about: ref('https://example.org/crate/') },
    { '@id': 'https://example.org/crate/', '@type': 'Dataset', hasPart: [ref('./one/')] },
    PLAIN,
  ]
  const content = JSON.stringify({ '@graph': nodes })
  const entries = await entriesOf(forgeZip([{ name: 'root/ro-crate-metadata.jsonld', content }]))
  expect(entries.map(({ title }) => title)).toEqual(['One'])
})

test('what has no place here is kept as it was written, and named', async () => {
  const node = '{"@id": "./x/", "@type": "Dataset", "name": "X", "instrument": {"@id": "#i"}, "mass": 1.50}'
  const instrument = '{"@id": "#i", "@type": "Thing", "name": "Balance"}'
  const metadata = crateOf([], { hasPart: [ref('./x/')] }).replace(/\]\}$/, `,${node},${instrument}]}`)
  const [entry] = await entriesOf(elnWith([], metadata))
  expect(entry?.record?.text).toBe(`{"@graph": [\n${node},\n${instrument}\n]}\n`)
  expect(notesOf(entry)).toEqual(['only_in_record instrument, mass'])
})

import type { Entity } from '@aliquot/contract/entities'
import { afterAll, expect, test } from 'vitest'
import { oneFile } from '../../../../test/forms.ts'
import { type Reply, testApp } from '../../../../test/harness.ts'
import { makePicture } from '../../../../test/sample-files.ts'
import { readZip } from '../../../../test/zip-reader.ts'
import { dictOf, type PdfFile, readPdf } from '../../../lib/pdf/objects.ts'
import { type PdfRef, textString } from '../../../lib/pdf/values.ts'
import { textOfPages } from '../../../media/pdf.ts'
import { linesOf } from './codes.ts'
import { readerOf } from './reader.ts'
import { sheetOf } from './sheet-of.ts'

const app = await testApp({}, { closing: afterAll })
const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
const client = app.as(ada)

const LINES = {
  Latin: 'Größe der Kolonien nach dem Hitzeschock: 42 °C für 45 s',
  Greek: 'Η θερμική καταπόνηση αυξάνει τις αποικίες',
  Cyrillic: 'Тепловой шок увеличивает число колоний',
  Chinese: '热休克增加了菌落的数量',
  Japanese: 'ヒートショックはコロニーの数を増やします',
  Korean: '열충격은 콜로니 수를 늘립니다',
  Arabic: 'الصدمة الحرارية تزيد عدد المستعمرات',
  Hebrew: 'הלם חום מגדיל את מספר המושבות',
}

async function textOf(reply: Reply): Promise<string> {
  expect(reply.status, reply.raw.toString('latin1').slice(0, 300)).toBe(200)
  const { text } = await textOfPages(reply.raw, 60_000)
  return plain(text)
}

/** Lines are broken anywhere, and marks of direction say nothing. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\ufffe]/gu, '')
    .replace(/\s+/g, ' ')
}

function catalogOf({ raw }: Reply): { file: PdfFile; catalog: ReturnType<typeof dictOf> } {
  const file = readPdf(raw)
  return { file, catalog: dictOf(file, file.trailer.get('Root')) }
}

/** How often each kind of element is there. */
function elementsIn({ objects }: PdfFile): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const { value } of objects.values()) {
    const kind = value instanceof Map && value.has('P') && value.has('K') ? value.get('S') : undefined
    if (typeof kind === 'string') kinds.set(kind.slice(1), (kinds.get(kind.slice(1)) ?? 0) + 1)
  }
  return kinds
}

test('an entry as pages: what was written in any script can be copied out of it', async () => {
  const body = Object.values(LINES)
    .map((line) => `<p>${line}</p>`)
    .join('')
  const id = await app.given.experiment(ada, { title: 'Heat shock', body })
  const reply = await client.get(`experiments/${id}?format=pdf`)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline; filename=".*\.pdf"; filename\*=utf-8''[\d-]+%20Heat/),
    'cache-control': 'no-store',
  })
  const text = await textOf(reply)
  for (const [script, line] of Object.entries(LINES)) expect(text, script).toContain(plain(line))
  expect(text).toContain('Heat shock')
})

test('all that belongs to an entry is on its pages', async () => {
  const id = await app.given.experiment(ada, { title: 'Cloning of pUC19', date: '2026-03-02' })
  const path = `experiments/${id}`
  await client.postForm(`${path}/uploads`, oneFile('gel.png', await makePicture(60, 40), 'Lane 3 is the ladder'))
  const { uploads, elabid } = (await client.get<Entity>(path)).body
  const [gel] = uploads
  const body = `<h1>Aim</h1><p>with <b>bold</b> and $\\frac{a}{b}$</p><h2>Plan</h2>
    <ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>thaw cells</p></li></ul>
    <table><tr><th>Sample</th><th>Colonies</th></tr><tr><td>control</td><td>12</td></tr></table>
    <pre><code>print("hot")</code></pre><blockquote><p>again</p></blockquote><div class="callout callout-warning"><p>hot</p></div>
    <details><summary>More</summary><p>hidden words</p></details>
    <img src="/api/v2/files?f=${encodeURIComponent(gel?.long_name ?? '')}" alt="the gel"><img src="https://elsewhere.example.com/x.png">`
  const metadata = {
    elabftw: { extra_fields_groups: [{ id: 1, name: 'Sample' }] },
    extra_fields: {
      Strain: { type: 'text', value: 'DH5α', group_id: 1 },
      Heat: { type: 'number', value: '42', unit: '°C' },
    },
  }
  await client.patch(path, { body, metadata, tags: ['PCR'], custom_id: 17 })
  const other = await app.given.experiment(ada, { title: 'The plasmid' })
  await client.post(`${path}/experiments_links/${other}`, {})
  const step = await client.post(`${path}/steps`, { body: 'Plate them' })
  await client.patch(`${path}/steps/${step.id}`, { action: 'finish' })
  await client.post(`${path}/comments`, { comment: 'Looks <good>' })
  const reply = await client.get(`${path}?format=pdf&changelog=1&classification=20`)
  const text = await textOf(reply)
  const words = [
    ...['17 · Cloning of pUC19', '2026-03-02', 'Ada Lovelace', 'PCR', 'CONFIDENTIAL', elabid ?? 'no id'],
    ...[
      'Aim',
      'bold',
      '☑',
      'thaw cells',
      'Sample',
      'Colonies',
      'control',
      'print("hot")',
      'again',
      'Warning',
      'hidden words',
    ],
    ...[
      'Strain',
      'DH5α',
      '42 °C',
      'The plasmid',
      'Plate them',
      'done 20',
      'gel.png',
      'Lane 3 is the ladder',
      'SHA-256',
    ],
    ...[
      'Looks <good>',
      'Ada Lovelace, 20',
      'Changes',
      'Page 1 of',
      'elsewhere.example.com',
      'experiments.php?mode=view',
    ],
  ]
  for (const word of words) expect(text, word).toContain(word)
  const { file, catalog } = catalogOf(reply)
  const kinds = elementsIn(file)
  expect(kinds.get('H1')).toBe(1)
  // Aim, and the parts of the entry.
  expect(kinds.get('H2')).toBeGreaterThan(6)
  expect(kinds.get('H3')).toBeGreaterThanOrEqual(2)
  for (const kind of ['P', 'Table', 'TR', 'TH', 'TD', 'L', 'LI', 'Formula', 'Figure', 'Link', 'Code']) {
    expect([kind, kinds.get(kind) ?? 0]).not.toEqual([kind, 0])
  }
  expect(catalog.get('Lang')).toBe(textString('en'))
  expect(dictOf(file, catalog.get('MarkInfo')).get('Marked')).toBe('true')
  expect(await textOf(await client.get(`${path}?format=pdf`))).not.toContain('Changes')
})

test('PDF/A-3 says what it is, and has the record and the files inside', async () => {
  const id = await app.given.experiment(ada, { title: 'Archive', body: '<p>kept</p>' })
  await client.postForm(`experiments/${id}/uploads`, oneFile('raw/data.csv', 'a,b\n1,2\n', 'of the reader'))
  const { access_key: key } = (await client.patch<Entity>(`experiments/${id}`, { action: 'accesskey' })).body
  const reply = await client.get(`experiments/${id}?format=pdfa`)
  expect(await textOf(reply)).toContain('Changes')
  const { file, catalog } = catalogOf(reply)
  const metadata = Buffer.from(file.objects.get((catalog.get('Metadata') as PdfRef).number)?.stream ?? []).toString()
  expect(metadata).toContain('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>')
  const [intent] = catalog.get('OutputIntents') as Map<string, PdfRef>[]
  expect(intent?.get('S')).toBe('/GTS_PDFA1')
  const inside = (catalog.get('AF') as PdfRef[]).map((ref) => {
    const spec = dictOf(file, ref)
    const content = file.objects.get((dictOf(file, spec.get('EF')).get('F') as PdfRef).number)
    return { name: spec.get('UF'), relation: spec.get('AFRelationship'), content: Buffer.from(content?.stream ?? []) }
  })
  expect(inside.map(({ name, relation }) => [name, relation])).toEqual([
    [textString('export-elabftw.json'), '/Source'],
    [textString('raw_data.csv'), '/Supplement'],
  ])
  expect(inside[1]?.content.toString()).toBe('a,b\n1,2\n')
  const record = inside[0]?.content.toString() ?? ''
  const sharelink = expect.stringMatching(new RegExp(`/experiments\\.php\\?mode=view&id=${id}$`))
  const shown = { id, title: 'Archive', revisions: expect.any(Array), access_key: null, sharelink }
  expect(JSON.parse(record).data).toMatchObject([shown])
  // Whoever gets the document gets no lasting access.
  expect(record).not.toContain(key ?? 'none')
  // No action, no reference to something outside, no font that is not inside.
  const values = [...file.objects.values()].map(({ value }) => value)
  for (const value of values) {
    if (!(value instanceof Map)) continue
    if (value.get('Type') === '/FontDescriptor')
      expect(['FontFile2', 'FontFile3'].some((key) => value.has(key))).toBe(true)
    if (value.get('Subtype') === '/Link') expect(Number(value.get('F')) & 4).toBe(4)
    expect(value.get('S')).not.toBe('/JavaScript')
    expect(value.get('Filter')).not.toBe('/LZWDecode')
  }
  expect(reply.raw.subarray(0, 8).toString()).toBe('%PDF-1.7')
})

test('several entries are one document, and one that is closed is refused', async () => {
  const bob = await app.given.user({ team: await app.given.team() })
  const ids = [
    await app.given.experiment(ada, { title: 'first one' }),
    await app.given.experiment(ada, { title: 'second one' }),
  ]
  const progress = 'pages-of-two-entries'
  const reply = await client.get(`experiments?format=pdf&id=${ids}&order=id&sort=asc&progress=${progress}`)
  expect(reply.headers).toMatchObject({
    'x-total-count': '2',
    'content-disposition': expect.stringContaining('-elabftw-export.pdf'),
  })
  const text = await textOf(reply)
  expect(text.indexOf('first one')).toBeLessThan(text.indexOf('second one'))
  expect(text.split('Page 1 of 1').length - 1).toBe(2)
  const { file, catalog } = catalogOf(reply)
  expect(dictOf(file, catalog.get('Pages')).get('Count')).toBe('2')
  expect(dictOf(file, catalog.get('Outlines')).get('Count')).toBe('2')
  expect((await client.get(`export_progress/${progress}`)).body).toMatchObject({ state: 'done', written: 2, total: 2 })
  for (const format of ['pdf', 'pdfa', 'qrpdf', 'qrpng', 'zippdf']) {
    expect((await app.as(bob).get(`experiments/${ids[0]}?format=${format}`)).status, format).toBe(403)
    expect((await app.as(bob).get(`experiments?format=${format}&id=${ids[0]}`)).status, format).toBe(403)
  }
  const none = await client.get(`experiments?format=pdf&q=nothingatall`)
  expect(await textOf(none)).toContain('No entries.')
})

test('the pages are in the reader’s language and size', async () => {
  const eve = await app.given.user()
  await app.as(eve).patch('users/me', { lang: 'de_DE', pdf_format: 'LETTER', pdf_sig: 1, inc_files_pdf: 0 })
  const id = await app.given.experiment(eve, { title: 'Hitzeschock' })
  await app.as(eve).postForm(`experiments/${id}/uploads`, oneFile('daten.csv', '1'))
  const reply = await app.as(eve).get(`experiments/${id}?format=pdf&classification=20`)
  const text = await textOf(reply)
  for (const word of ['Datum', 'Autor', 'Seite 1 von 1', 'VERTRAULICH', 'Unterschrift des Autors']) {
    expect(text).toContain(word)
  }
  expect(text).not.toContain('daten.csv')
  const { file } = catalogOf(reply)
  const page = [...file.objects.values()]
    .map(({ value }) => value)
    .find((value) => value instanceof Map && value.get('Type') === '/Page')
  const box = page instanceof Map ? (page.get('MediaBox') as string[]).map(Number) : []
  expect(box.map(Math.round)).toEqual([0, 0, 612, 792])
})

test('a character that no font has is said', async () => {
  const id = await app.given.experiment(ada, { title: 'Thai', body: '<p>ไทย and 𒀀</p>' })
  const text = await textOf(await client.get(`experiments/${id}?format=pdf`))
  expect(text).toContain('⟨U+0E44⟩')
  expect(text).toContain('⟨U+12000⟩')
  expect(text).toMatch(/No font of this document has these characters.*U\+12000/)
})

test('words are never markup for what sets the pages', async () => {
  const wild = '#import "x" \\ $x$ *not bold* _not_ [a](b) <label> @ref ``` \u0007 "quoted" \\u{41} // comment'
  const id = await app.given.experiment(ada, { title: wild, body: `<p>${wild.replaceAll('<', '&lt;')}</p>` })
  await client.post(`experiments/${id}/comments`, { comment: wild })
  const text = await textOf(await client.get(`experiments/${id}?format=pdf`))
  const written = plain('*not bold* _not_ [a](b) <label> @ref ``` "quoted" \\u{41} // comment')
  expect(text.replaceAll(' ', '').split(written.replaceAll(' ', '')).length - 1).toBeGreaterThanOrEqual(2)
})

test('a long table goes over several pages, and its head is on each', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => `<tr><td>row-${index}</td><td>${index * 2}</td></tr>`)
  const body = `<table><thead><tr><th>Name of row</th><th>Twice</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  const id = await app.given.experiment(ada, { title: 'Table', body })
  const text = await textOf(await client.get(`experiments/${id}?format=pdf`))
  for (let index = 0; index < 150; index++) expect(text).toContain(`row-${index} `)
  expect(text.split('Name of row').length - 1).toBeGreaterThan(2)
})

test('of very many comments the last are only counted', async () => {
  const id = await app.given.experiment(ada, { title: 'Comments' })
  await client.post(`experiments/${id}/comments`, { comment: 'again' })
  const { body: entry } = await client.get<Entity>(`experiments/${id}`)
  const reader = await readerOf(app.ctx, { userid: ada.id })
  const options = { reader, files: [], pictures: new Map(), changelog: false, classification: '', baseUrl: '' }
  const many = { ...entry, comments: Array.from({ length: 2003 }, () => entry.comments).flat() }
  const { sections } = sheetOf(app.ctx, many, { ...options, embedded: 'nothing' })
  expect(sections).toMatchObject([{ kind: 'said', more: '… and 3 more: see the notebook.' }])
  expect(sections[0]).toHaveProperty('said.length', 2000)
})

test('archives have the pages beside the page for browsers', async () => {
  const id = await app.given.experiment(ada, { title: 'Both', body: '<p>kept</p>' })
  await client.postForm(`experiments/${id}/uploads`, oneFile('entry.pdf', 'not ours'))
  for (const format of ['zippdf', 'zipa']) {
    const files = readZip((await client.get(`experiments/${id}?format=${format}`)).raw)
    const names = [...files.keys()].map((name) => name.split('/')[1])
    expect(names).toEqual(['entry.html', 'entry.pdf', '1_entry.pdf'])
    const pdf = [...files.values()][1] ?? Buffer.alloc(0)
    expect((await textOfPages(pdf, 10_000)).text).toContain('kept')
    expect(dictOf(readPdf(pdf), readPdf(pdf).trailer.get('Root')).has('AF')).toBe(format === 'zipa')
  }
})

test('codes: a list as pages, and one as a picture', async () => {
  const ids = [
    await app.given.experiment(ada, { title: 'Tube Ω' }),
    await app.given.experiment(ada, { title: 'עברית' }),
  ]
  const list = await client.get(`experiments?format=qrpdf&id=${ids}&order=id&sort=asc`)
  expect(list.headers['content-disposition']).toContain('qr-codes.elabftw.pdf')
  const text = await textOf(list)
  for (const word of ['Tube Ω', 'עברית', `id=${ids[0]}`, `id=${ids[1]}`]) expect(text).toContain(word)
  const { default: sharp } = await import('sharp')
  const picture = async (query: string) => {
    const reply = await client.get(`experiments/${ids[0]}?format=qrpng${query}`)
    expect(reply.status).toBe(200)
    return { reply, ...(await sharp(reply.raw).metadata()) }
  }
  const titled = await picture('')
  expect(titled.reply.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': expect.stringContaining('Tube'),
  })
  expect(titled.width).toBe(250)
  expect(titled.height).toBeGreaterThan(230)
  expect(await picture('&withTitle=0&size=400')).toMatchObject({ width: 400, height: 400, format: 'png' })
  const refused = await client.get(`experiments?format=qrpng&id=${ids}`)
  expect(refused).toMatchObject({ status: 400, body: { reason: 'export.one_code' } })
  expect((await client.get(`experiments?format=qrpng&id=${ids[1]}`)).status).toBe(200)
})

test.each([
  ['short', 2, 10, ['short']],
  ['two words here', 2, 10, ['two words', 'here']],
  ['aaaaaaaaaaaaaaa', 2, 10, ['aaaaaaaaaa', 'aaaaa']],
  ['one two three four five six', 2, 10, ['one two', 'three fou…']],
  ['', 2, 10, []],
])('the lines of %s', (title, most, length, lines) => {
  expect(linesOf(title, most, length)).toEqual(lines)
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import type { EntityListRow } from '@aliquot/contract/entities'
import { expect, onTestFinished, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { makeArchive, makeDocx, makePdf, makePicture } from '../../../test/sample-files.ts'
import { engineOf } from '../../db/dialect.ts'
import { JOB_KINDS } from '../../job-kinds.ts'
import { enqueue, NOBODY } from '../../jobs/jobs.repo.ts'
import { runJobs } from '../../jobs/runner.ts'
import { closeMaker } from '../../media/workplace.ts'
import { findFilePlaces } from '../entry-lists/found-in-files.ts'
import { MOST_READ } from '../entry-lists/text-snippets.ts'
import * as previews from '../previews/previews.repo.ts'
import { indexUpload, MOST_TEXTS } from './file-index.ts'

async function start() {
  const lab = await testApp()
  onTestFinished(() => closeMaker(lab.ctx))
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada, { title: 'Cloning' })
  return { lab, ada, id }
}

async function addFile(lab: TestApp, user: TestUser, entry: number, filename: string, content: Buffer | string) {
  const path = `experiments/${entry}/uploads`
  const added = await lab.as(user).postForm(path, [{ name: 'file', filename, content }])
  expect(added.status).toBe(201)
  return { id: added.id, path: `${path}/${added.id}` }
}

function searcher(lab: TestApp) {
  return async (user: TestUser, words: string, parameter = 'search') => {
    const { status, body } = await lab
      .as(user)
      .get<EntityListRow[]>(`experiments?${parameter}=${encodeURIComponent(words)}&limit=20`)
    expect(status).toBe(200)
    return body
  }
}

test('texts are found however they are written, those from before once all is made again', async () => {
  const { lab, ada, id } = await start()
  const search = searcher(lab)
  const padding = 'name;value\r\n'.repeat(500)
  const utf16 = Buffer.from(`\ufeffKärcher at 37 °C`, 'utf16le')
  const files = {
    'windows.csv': utf16,
    'big-endian.txt': Buffer.from('\ufeffBrønsted', 'utf16le').swap16(),
    'instrument.dat': Buffer.from('Änderung 5 µg', 'latin1'),
    // Its first bytes are only ASCII.
    'late.txt': Buffer.from(`${padding}Überstand`, 'latin1'),
    'smart.txt': Buffer.from([...Buffer.from('Zo'), 0xeb, ...Buffer.from(' said '), 0x93, ...Buffer.from('no'), 0x94]),
    // Cut in the middle of a character, or broken in one place.
    'broken.md': Buffer.from([...Buffer.from('Köln, '), 0xff, ...Buffer.from(', Düsseldorf')]),
    'page.html': Buffer.from('\ufeff<html><p>Müsli</p><script>invisible</script>', 'utf16le'),
  }
  const added = new Map<string, number>()
  for (const [name, content] of Object.entries(files)) added.set(name, (await addFile(lab, ada, id, name, content)).id)
  const old = added.get('instrument.dat') ?? 0
  await lab.ctx.db.write(async (db) => {
    const { hash } = await db.selectFrom('uploads').select('hash').where('id', '=', old).executeTakeFirstOrThrow()
    await db.updateTable('uploads').set({ mime: 'application/octet-stream' }).where('id', '=', old).execute()
    await db.deleteFrom('jobs').where('subject', '=', hash).execute()
  })
  await runJobs(lab.ctx, JOB_KINDS)
  const found = { Kärcher: '37 °C', Brønsted: '', Überstand: '', Zoë: '“no”', Düsseldorf: 'Köln', Müsli: '' }
  for (const [word, beside] of Object.entries(found)) {
    const [row] = await search(ada, word)
    expect.soft(row?.found_in?.[0]?.text, word).toEqual(expect.stringContaining(word))
    expect.soft(row?.found_in?.[0]?.text, word).toEqual(expect.stringContaining(beside))
  }
  for (const word of ['Änderung', 'invisible']) expect(await search(ada, word), word).toEqual([])
  await lab.ctx.db.write((db) => enqueue(db, { kind: 'files', subject: 'remake', at: lab.ctx.now(), person: NOBODY }))
  await runJobs(lab.ctx, JOB_KINDS)
  const [row] = await search(ada, 'Änderung')
  expect(row?.found_in).toMatchObject([{ place: 'file', id: old, text: 'Änderung 5 µg' }])
})

test('entries are found by what is in their files, by those who may read them, and told where', async () => {
  const { lab, ada, id } = await start()
  const search = searcher(lab)
  const ben = await lab.given.user()
  const outsider = await lab.given.user({ team: await lab.given.team() })
  const other = await lab.given.experiment(ada)
  const bulk = 'filler '.repeat(20_000)
  const pdf = await addFile(lab, ada, id, 'Übersicht/gel-lane.pdf', makePdf(['Intro', 'Plasmid pUC19xyz']))
  const docx = await addFile(lab, ada, id, 'letter.docx', await makeDocx('Dear Rosalind', 'the mitochondrion'))
  const texts = {
    'plain.txt': `${bulk} Quokkafarm at the end`,
    'table.csv': 'name,value\nzirconium,40',
    'page.html': '<p>visible</p><script>invisible</script>',
    'data.json': '{"reagent": "tris"}',
    'note.rtf': String.raw`{\rtf1{\fonttbl\f0 Courier;}\f0 Caf\'e9 au lait\par}`,
    'sheet.xlsx': await makeArchive({
      '[Content_Types].xml': '<x/>',
      'xl/sharedStrings.xml': '<sst><si><t>Absorbance</t></si></sst>',
      'xl/worksheets/sheet1.xml': '<row><c t="s"><v>0</v></c><c><v>260.25</v></c></row>',
    }),
    'talk.odp': await makeArchive({
      mimetype: 'x',
      'content.xml': '<text:p>Spectro<text:span>scopy</text:span></text:p>',
    }),
    'slides.pptx': await makeArchive({
      '[Content_Types].xml': '<x/>',
      'ppt/slides/slide1.xml': '<a:p><a:t>Conclusion</a:t></a:p>',
    }),
  }
  for (const [name, content] of Object.entries(texts)) await addFile(lab, ada, id, name, content)
  // The name at once, the text once it is extracted.
  expect(await search(ada, 'gel lane ubersicht')).toMatchObject([{ id }])
  expect(await search(ada, 'puc19xyz')).toEqual([])
  await runJobs(lab.ctx, JOB_KINDS)

  for (const user of [ada, ben]) {
    const [row] = await search(user, 'PUC19')
    expect(row).toMatchObject({ id, found_in: [{ place: 'file', name: 'Übersicht/gel-lane.pdf', id: pdf.id }] })
    const { text = '', marks = [] } = row?.found_in?.[0] ?? {}
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['pUC19xyz'])
  }
  const words = [
    'quokkaf',
    'zircon',
    'visible',
    'tris',
    'cafe',
    'absorb',
    '260',
    'spectroscopy',
    'conclus',
    'mitochondr',
  ]
  for (const word of words) expect.soft(await search(ada, word), word).toMatchObject([{ id }])
  expect(await search(ada, 'quokkafarm')).toMatchObject([{ found_in: [{ place: 'file', name: 'plain.txt' }] }])
  // Each word in a different place: title, one file, another file.
  expect(await search(ada, 'cloning rosalind zirconium')).toMatchObject([{ id }])
  for (const word of ['invisible', 'courier', 'cloning nowhere']) expect.soft(await search(ada, word), word).toEqual([])
  for (const word of ['puc19', 'zirconium', 'cloning', 'gel lane']) expect(await search(outsider, word)).toEqual([])
  // The older parameters do not search files.
  for (const parameter of ['q', 'extended', 'fastq']) expect(await search(ada, 'zirconium', parameter)).toEqual([])

  // The same content elsewhere is found at once.
  await addFile(lab, ada, other, 'copy.docx', await makeDocx('Dear Rosalind', 'the mitochondrion'))
  expect((await search(ada, 'mitochondrion')).map((row) => row.id)).toEqual([other, id])

  await lab.as(ada).delete(docx.path)
  expect((await search(ada, 'mitochondrion')).map((row) => row.id)).toEqual([other])
  await lab.as(ada).patch(docx.path, { state: 1 })
  expect((await search(ada, 'mitochondrion')).map((row) => row.id)).toEqual([id, other])
})

test('what is archived, replaced or renamed, or whose entry is deleted, is found as it is now', async () => {
  const { lab, ada, id } = await start()
  const search = searcher(lab)
  const file = await addFile(lab, ada, id, 'before.txt', 'zebrafish')
  await runJobs(lab.ctx, JOB_KINDS)
  expect(await search(ada, 'zebrafish before')).toHaveLength(1)

  await lab.as(ada).patch(file.path, { real_name: 'after.txt' })
  expect(await search(ada, 'before')).toEqual([])
  expect(await search(ada, 'after zebrafish')).toHaveLength(1)

  await lab.as(ada).patch(file.path, { action: 'archive' })
  expect(await search(ada, 'zebrafish')).toEqual([])
  await lab.as(ada).patch(file.path, { action: 'archive' })
  const replaced = await lab.as(ada).postForm(file.path, [{ name: 'file', filename: 'new.txt', content: 'axolotl' }])
  await runJobs(lab.ctx, JOB_KINDS)
  expect(await search(ada, 'zebrafish')).toEqual([])
  expect(await search(ada, 'axolotl')).toMatchObject([{ id, found_in: [{ id: replaced.id }] }])

  await lab.as(ada).delete(`experiments/${id}`)
  expect(await search(ada, 'axolotl')).toEqual([])
  await lab.as(ada).patch(`experiments/${id}`, { action: 'restore' })
  expect(await search(ada, 'axolotl')).toHaveLength(1)
  expect(await search(ada, 'zebrafish')).toEqual([])
})

test('many entries are found through their files, in the order of the list, page by page', async () => {
  const { lab, ada } = await start()
  const ids: number[] = []
  for (let n = 0; n < 30; n++) {
    const id = await lab.given.experiment(ada)
    await addFile(lab, ada, id, `run ${n}.txt`, n % 3 === 0 ? 'heatshock' : `other ${n}`)
    if (n % 3 !== 0) continue
    ids.push(id)
    await addFile(lab, ada, id, 'heatshock again.txt', `more heatshock ${n}`)
  }
  await runJobs(lab.ctx, JOB_KINDS)
  const page = (offset: number) =>
    lab.as(ada).get<EntityListRow[]>(`experiments?search=heatsh&limit=4&offset=${offset}&order=id&sort=desc`)
  const pages = [await page(0), await page(4), await page(8)]
  expect(pages.flatMap(({ body }) => body.map((row) => row.id))).toEqual(ids.toReversed())
  expect(pages[0]?.headers['x-total-count']).toBe('10')
})

test('files of before are found after all of them were looked through', async () => {
  const { lab, ada, id } = await start()
  const { ctx } = lab
  const search = searcher(lab)
  await addFile(lab, ada, id, 'ancient.png', await makePicture(20, 20))
  await addFile(lab, ada, id, 'scroll.txt', 'papyrus')
  const tables = ['jobs', 'previews', 'entity_search_files'] as const
  await ctx.db.write(async (db) => {
    for (const table of tables) await db.deleteFrom(table as 'jobs').execute()
    await enqueue(db, { kind: 'files', subject: 'all', at: ctx.now(), person: NOBODY })
  })
  expect(await search(ada, 'ancient')).toEqual([])
  await runJobs(ctx, JOB_KINDS)
  expect(await search(ada, 'ancient papyrus scroll')).toHaveLength(1)
})

test('of an entry with very many files, those beyond a number are found by their names only', async () => {
  const { lab, ada, id } = await start()
  const search = searcher(lab)
  const { id: first } = await addFile(lab, ada, id, 'first.txt', 'platypus')
  await putFiles(lab, first, id, Array<string>(MOST_TEXTS).fill('none'))
  await addFile(lab, ada, id, 'last.txt', 'echidna')
  await runJobs(lab.ctx, JOB_KINDS)
  for (const word of ['platypus', 'first', 'last']) expect.soft(await search(ada, word), word).toHaveLength(1)
  expect(await search(ada, 'echidna')).toEqual([])
})

test('of a page of long texts only so many are read, each content once, and others are served meanwhile', async () => {
  const { lab, ada, id } = await start()
  const { id: like } = await addFile(lab, ada, id, 'first.txt', 'nothing')
  const long = 'filler '.repeat(100_000)
  const entries = await Promise.all(Array.from({ length: MOST_READ / 3 + 2 }, () => lab.given.experiment(ada)))
  const [newest = 0, ...others] = entries.toReversed()
  const [copies = 0, ...distinct] = others
  for (const entry of distinct) {
    const hashes = [1, 2, 3].map((n) => `text ${n} of ${entry}`)
    for (const hash of hashes) await putText(lab, hash, `${long} quoll in ${hash} ${long}`)
    await putFiles(lab, like, entry, hashes)
  }
  // These two come first.
  await putFiles(lab, like, copies, Array<string>(3).fill(`text 1 of ${distinct[0]}`))
  await putText(lab, 'swollen', `${'filler '.repeat(3_000_000)} quoll`)
  await putFiles(lab, like, newest, ['swollen'])

  const places = await findFilePlaces(lab.ctx.db.read, entries.toReversed(), ['quoll'])
  const shown = [...places.values()].flat()
  expect(shown).toHaveLength(MOST_READ + 4)
  expect(places.get(copies)).toMatchObject(Array(3).fill({ name: 'first.txt', marks: [expect.anything()] }))
  // A text that was not read is shown by its file name.
  expect(places.get(newest)).toMatchObject([{ place: 'file', name: null, text: 'first.txt', marks: [] }])
  expect(shown.filter(({ marks }) => marks.length > 0)).toHaveLength(MOST_READ - 1 + 3)

  for (const word of ['quoll', 'nowhere']) {
    let isDone = false
    let turns = 0
    const searching = findFilePlaces(lab.ctx.db.read, entries, [word]).finally(() => {
      isDone = true
    })
    for (; !isDone; turns++) await nextTurn()
    await searching
    if (engineOf(lab.ctx.db.read) === 'sqlite') expect.soft(turns, word).toBeGreaterThanOrEqual(entries.length)
  }
})

/** Stores texts as if they had been extracted. */
async function putText(lab: TestApp, hash: string, text: string): Promise<void> {
  const made = { version: 1, pages: null, problem: null, thumbnail: null, made_at: lab.ctx.now() }
  await lab.ctx.db.write((db) => previews.put(db, { ...made, hash, words: 'filler quoll', text: deflateRawSync(text) }))
}

/** Copies of a file with these contents. */
async function putFiles(lab: TestApp, like: number, entry: number, hashes: readonly string[]): Promise<void> {
  await lab.ctx.db.write(async (db) => {
    const { id: _, ...values } = await db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', like)
      .executeTakeFirstOrThrow()
    const rows = hashes.map((hash, n) => ({ ...values, entity_id: entry, hash, long_name: `${entry} ${n}` }))
    const added = await db.insertInto('uploads').values(rows).returningAll().execute()
    for (const file of added) await indexUpload(db, file)
  })
}

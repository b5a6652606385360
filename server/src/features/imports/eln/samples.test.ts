import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IncomingEntry, IncomingFile } from '../incoming.ts'
import { openEln } from './open-eln.ts'

/** Archives that other notebooks wrote. They lie beside the project and are no part of it. */
const SAMPLES = join(import.meta.dirname, '../../../../../../shared/data/eln')
const names = globSync('*.eln', { cwd: SAMPLES }).sort()
const isThere = existsSync(SAMPLES)
if (!isThere) console.log(`skipped: the sample archives are not in ${SAMPLES}`)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface ReadFile extends IncomingFile {
  hash: string
  bytes: number
}
interface ReadEntry extends IncomingEntry {
  read: ReadFile[]
}

async function readAll(name: string): Promise<ReadEntry[]> {
  const source = await openEln(join(SAMPLES, name), { folder })
  const entries: ReadEntry[] = []
  for await (const entry of source.entries()) {
    const read: ReadFile[] = []
    for (const file of entry.files) read.push(await readFile(file))
    entries.push({ ...entry, read })
  }
  await source.close()
  expect(entries).toHaveLength(source.count)
  return entries
}

async function readFile(file: IncomingFile): Promise<ReadFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of await file.open()) {
    hash.update(piece)
    bytes += piece.length
  }
  expect(bytes).toBe(file.size)
  return { ...file, hash: hash.digest('hex'), bytes }
}

interface Counts {
  entries: number
  titled: number
  texts: number
  dated: number
  authored: number
  tags: number
  fields: number
  steps: number
  comments: number
  files: number
  links: number
  wrongHashes: number
}

function countsOf(entries: readonly ReadEntry[]): Counts {
  const sum = (of: (entry: ReadEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0)
  return {
    entries: entries.length,
    titled: sum(({ title }) => Number(title !== '')),
    texts: sum(({ text }) => Number(text !== '')),
    dated: sum(({ date }) => Number(date !== null)),
    authored: sum(({ author }) => Number(author !== null)),
    tags: sum(({ tags }) => tags.length),
    fields: sum(({ fields }) => fields.length),
    steps: sum(({ steps }) => steps.length),
    comments: sum(({ comments }) => comments.length),
    files: sum(({ files }) => files.length),
    links: sum(({ links }) => links.length),
    wrongHashes: sum(({ read }) => read.filter(({ sha256, hash }) => sha256 !== null && sha256 !== hash).length),
  }
}

const table: Record<string, Counts> = {}
/**
 * How many entries, of these with a title, a text, a date, an author; then tags, fields, steps, comments, files and links
 * of all of them.
 */
const EXPECTED: Record<string, readonly number[]> = {
  'ai4green--Export-workbook-2024-08-27-export.eln': [1, 1, 1, 1, 1, 0, 0, 0, 1, 3, 0],
  'benchlineage--benchlineage-0.3.0-demo.eln': [1, 1, 1, 1, 1, 7, 1, 0, 0, 20, 0],
  'datalab--demo-IBPDKL.eln': [5, 5, 4, 3, 3, 0, 5, 0, 0, 7, 0],
  'elabftw--export.eln': [12, 12, 10, 12, 12, 38, 28, 2, 4, 2, 3],
  'elabftw5612--experiment.eln': [5, 5, 5, 5, 5, 8, 16, 7, 2, 6, 5],
  'elabftw5612--markdown.eln': [5, 5, 5, 5, 5, 8, 16, 7, 2, 6, 5],
  'elabftw5612--resource.eln': [5, 5, 5, 5, 5, 8, 16, 7, 2, 6, 5],
  'elabftw5612--team.eln': [8, 8, 7, 8, 8, 8, 16, 10, 2, 6, 5],
  'kadi4mat--collections-example.eln': [4, 4, 2, 4, 4, 7, 15, 0, 0, 13, 0],
  'kadi4mat--records-example.eln': [1, 1, 1, 1, 1, 1, 7, 0, 0, 4, 0],
  'opensemanticlab--MinimalExample.osl.eln': [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
  'pasta--PASTA.eln': [18, 18, 16, 18, 18, 5, 51, 0, 0, 8, 17],
  'pasta--goldStandard.eln': [5, 5, 4, 5, 5, 1, 5, 0, 0, 19, 4],
  'rspace--RSpace-2023-12-08-14-44-xml-SELECTION-c0bEtpHcnNe-HA.eln': [4, 4, 3, 3, 2, 4, 7, 0, 0, 13, 4],
  'sampledb--sampledb_export.eln': [2, 2, 2, 2, 2, 3, 45, 0, 2, 8, 1],
  'scilog--export---2026-06-05-03_25_10-GMT-2.eln': [6, 6, 6, 6, 6, 11, 0, 0, 2, 2, 5],
}

describe.runIf(isThere)('archives of other notebooks', () => {
  afterAll(() => console.table(table))

  test.each(names)('%s comes in', async (name) => {
    const entries = await readAll(name)
    table[basename(name, '.eln').slice(0, 40)] = countsOf(entries)
    const { wrongHashes, ...counts } = countsOf(entries)
    expect(Object.values(counts)).toEqual(EXPECTED[name])
    expect(wrongHashes).toBe(0)
  })

  test('of the lab of eLabFTW 5.6.12 all comes out that its server knew', async () => {
    const truth: Truth[] = JSON.parse(readFileSync(join(SAMPLES, 'elabftw5612--team.truth.json'), 'utf8'))
    const entries = await readAll('elabftw5612--team.eln')
    const titles = new Map(entries.map(({ key, title }) => [key, title]))
    expect(entries).toHaveLength(truth.length)
    for (const expected of truth) {
      const entry = entries.find(({ title, type }) => title === expected.title && type === expected.type)
      expect(entry && asTruth(entry, titles), expected.title).toEqual(sorted(expected))
    }
  })
})

interface Truth {
  type: string
  title: string
  date: string | null
  rating: number
  body: string | null
  metadata: unknown
  tags: string[]
  links: string[]
  [other: string]: unknown
}

/** The order of tags and links means nothing. A template has no date, but the archive gives it one. */
function sorted(truth: Truth) {
  const date = truth.date ?? expect.any(String)
  return { ...truth, date, tags: truth.tags.toSorted(), links: truth.links.toSorted() }
}

function asTruth(entry: ReadEntry, titles: ReadonlyMap<string, string>) {
  const wire = (instant: string | null) => instant?.slice(0, 19).replace('T', ' ') ?? null
  return {
    type: entry.type,
    title: entry.title,
    date: entry.date,
    rating: entry.rating ?? 0,
    custom_id: entry.customId,
    content_type: entry.contentType === 'html' ? 1 : 2,
    category: entry.category?.title ?? null,
    category_color: entry.category?.color ?? null,
    status: entry.status?.title ?? null,
    locked: Number(entry.isLocked),
    author: entry.author?.name,
    elabid: entry.elabid,
    created_at: wire(entry.createdAt),
    body: entry.text === '' ? null : entry.text,
    metadata: entry.metadata === null ? null : JSON.parse(entry.metadata),
    tags: entry.tags.toSorted(),
    steps: entry.steps.map(({ text, isFinished, deadline }) => ({
      body: text,
      finished: Number(isFinished),
      deadline: wire(deadline),
    })),
    comments: entry.comments.map(({ text, at, author }) => ({ comment: text, by: author?.name, at: wire(at) })),
    links: entry.links.map((key) => titles.get(key)).toSorted(),
    files: entry.read.map(({ name, hash, bytes, description }) => ({
      name,
      sha256: hash,
      bytes,
      comment: description,
    })),
  }
}

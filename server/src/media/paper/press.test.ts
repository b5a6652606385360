import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test as testCase } from 'vitest'
import { english } from '../../features/exports/paper/words/english.ts'
import { sheetWords } from '../../features/exports/paper/words/languages.ts'
import { openMaker } from '../maker.ts'
import type { Sheet } from './sheet.ts'

// Independent of the database: once is enough.
const test = testCase.skipIf(process.env.TEST_ENGINE === 'postgres')

async function press() {
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-press-'))
  const maker = openMaker(folder, { program: 'paper/worker.ts' })
  onTestFinished(async () => {
    await maker.close()
    await rm(folder, { recursive: true, force: true })
  })
  return (html: string, more: Partial<Sheet> = {}) =>
    maker.make({ task: 'paper', sheet: { ...SHEET, html, ...more }, start: { object: 1, key: 0 } })
}

const SHEET: Sheet = {
  page: { width: 210, height: 297 },
  language: 'en',
  title: 'Title',
  mark: '',
  author: 'Ada',
  madeAt: '2026-03-02T09:15:40.123Z',
  classification: '',
  badges: [],
  facts: [],
  html: '',
  baseUrl: 'https://notebook.example.org',
  sections: [],
  about: { title: 'About', address: 'https://notebook.example.org', facts: [] },
  foot: { id: '1', words: '', address: 'https://notebook.example.org' },
  words: sheetWords({ code: 'en', words: english }),
  pictures: new Map(),
}

const LONG = `https://example.org/${'ä'.repeat(2000)}`

test('what people can write is set, and nothing of it is refused', async () => {
  const set = await press()
  const texts = [
    '<ul><li><p style="break-before: page">a</p></li></ul><table><tr><td><p style="page-break-before: always">b</p></td></tr></table>',
    '<blockquote><p style="break-before: page">a</p></blockquote><details><h2 style="break-before: page">b</h2></details>',
    '<div class="callout"><p style="break-before: page">a</p></div><p style="break-before: page">b</p>',
    '<ol start="-3"><li value="-1">a</li></ol><ol start="x"><li value="1e300">a</li></ol><ol type="i" start="1e300"><li>a</li></ol>',
    '<p>$\\char"0$ and $a + 𒀀$</p>',
    `<p><a href="${LONG}">a</a></p>`,
  ]
  for (const html of texts) expect(await set(html), html).toMatchObject({ data: expect.any(Uint8Array) })
  const facts = [{ name: 'Address', value: LONG, href: LONG }]
  const sections = [{ kind: 'facts' as const, title: 'Fields', more: '… and 3 more', groups: [{ title: '', facts }] }]
  expect(await set('', { sections })).toMatchObject({ data: expect.any(Uint8Array) })
})

import { expect, test as testCase } from 'vitest'
import { PdfBinder } from './binder.ts'
import { srgbProfile } from './color-profile.ts'
import { dictOf, readPdf } from './objects.ts'
import { partOf } from './part.ts'
import { PdfRef, readValue, textString, writeValue } from './values.ts'

// Independent of the database: once is enough.
const test = testCase.skipIf(process.env.TEST_ENGINE === 'postgres')

test('values are read and written, and only references change', () => {
  const text = '<</A [1 0 R 12 0 R (a (b) \\) 3 0 R) <48 69>]/B/C/D true/E -1.5/F<</G null>>>>'
  const { value, end } = readValue(text, 0)
  expect(end).toBe(text.length)
  expect(writeValue(value, (number) => number + 100)).toBe(
    '<</A [101 0 R 112 0 R (a (b) \\) 3 0 R) <48 69>]/B /C/D true/E -1.5/F <</G null>>>>',
  )
})

test('texts of people are written in UTF-16', () => {
  expect(textString('Ω🧬')).toBe('<FEFF03A9D83EDDEC>')
})

/** A PDF with one page, whose marked content has a parent. */
function onePage(title: string): Buffer {
  const objects = [
    '<</Type /Catalog/Pages 2 0 R/StructTreeRoot 4 0 R/Outlines 7 0 R>>',
    '<</Type /Pages/Kids [3 0 R]/Count 1>>',
    '<</Type /Page/Parent 2 0 R/StructParents 0/Contents 6 0 R>>',
    '<</Type /StructTreeRoot/K 5 0 R/ParentTree <</Nums [0 [5 0 R]]>>>>',
    '<</S /Document/P 4 0 R/K [<</S /P/Pg 3 0 R>>]>>',
    `<</Length ${title.length}>>\nstream\n${title}\nendstream`,
    '<</First 8 0 R/Last 8 0 R/Count 1>>',
    `<</Title (${title})/Parent 7 0 R/Dest [3 0 R /Fit]>>`,
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 9\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size 9/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`
  return Buffer.from(text)
}

async function bound(titles: readonly string[], files: Parameters<PdfBinder['attach']>[0][] = []) {
  const about = { title: 'All', author: 'Ada', language: 'en', madeAt: '2026-03-02T09:15:40.123Z', isArchive: true }
  const binder = new PdfBinder(about)
  const parts = [...binder.begin()]
  for (const title of titles) parts.push(...binder.add(partOf(onePage(title), binder.start())))
  for (const file of files) for await (const bytes of binder.attach(file)) parts.push(bytes)
  parts.push(...binder.end())
  const pdf = Buffer.concat(parts)
  const file = readPdf(pdf)
  return { pdf, file, catalog: dictOf(file, file.trailer.get('Root')) }
}

test('parts become one document: pages, structure, keys of content and a list of contents', async () => {
  const { file, catalog } = await bound(['first', 'second', 'third'])
  const pages = dictOf(file, catalog.get('Pages'))
  expect(pages.get('Count')).toBe('3')
  const kids = pages.get('Kids') as PdfRef[]
  const keys = kids.map((kid) => {
    const part = dictOf(file, kid)
    expect(dictOf(file, part.get('Parent'))).toBe(pages)
    return dictOf(file, (part.get('Kids') as PdfRef[])[0]).get('StructParents')
  })
  expect(keys).toEqual(['0', '1', '2'])
  const structure = dictOf(file, catalog.get('StructTreeRoot'))
  for (const element of structure.get('K') as PdfRef[])
    expect(dictOf(file, dictOf(file, element).get('P'))).toBe(structure)
  const titles: unknown[] = []
  let item = dictOf(file, catalog.get('Outlines')).get('First')
  while (item) {
    titles.push(dictOf(file, item).get('Title'))
    item = dictOf(file, item).get('Next')
  }
  expect(titles).toEqual(['(first)', '(second)', '(third)'])
})

test('an archive says that it is one, what its colours are, and which files are inside', async () => {
  const common = { mime: 'text/plain', at: '2026-03-02T09:15:40.123Z', about: '', relation: 'Supplement' as const }
  const broken = async function* () {
    yield Buffer.from('abc')
    throw new Error('altered')
  }
  const note = { ...common, name: 'note.txt', size: 4, read: () => [Buffer.from('note')] }
  const { pdf, file, catalog } = await bound(
    ['first'],
    [
      { ...common, name: 'ä.txt', size: 5, read: () => [Buffer.from('hello')] },
      { ...common, name: 'broken', size: 200_000, read: async () => broken(), instead: () => note },
    ],
  )
  // Also the one that broke off has the length that was said before.
  for (const { stream } of file.objects.values()) {
    const end = stream ? stream.byteOffset - pdf.byteOffset + stream.length : 0
    if (stream) expect(pdf.toString('latin1', end, end + 10)).toBe('\nendstream')
  }
  const metadata = file.objects.get((catalog.get('Metadata') as PdfRef).number)?.stream
  expect(Buffer.from(metadata ?? []).toString()).toContain('<pdfaid:part>3</pdfaid:part>')
  const intent = (catalog.get('OutputIntents') as Map<string, PdfRef>[])[0]
  const profile = file.objects.get(intent?.get('DestOutputProfile')?.number ?? 0)?.stream
  expect(Buffer.from(profile ?? [])).toEqual(srgbProfile())
  const contents = (catalog.get('AF') as PdfRef[]).map((ref) => {
    const spec = dictOf(file, ref)
    const stream = dictOf(file, spec.get('EF')).get('F') as PdfRef
    return [spec.get('UF'), Buffer.from(file.objects.get(stream.number)?.stream ?? []).toString()]
  })
  expect(contents).toEqual([
    [textString('ä.txt'), 'hello'],
    [textString('note.txt'), 'note'],
  ])
})

test('what refers to nothing is refused', () => {
  expect(() => readPdf(Buffer.from('no pdf'))).toThrow(/cross-reference/)
  expect(new PdfRef(3).number).toBe(3)
})

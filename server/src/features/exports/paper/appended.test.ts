import { afterAll, expect, test } from 'vitest'
import { oneFile } from '../../../../test/forms.ts'
import { type Reply, testApp } from '../../../../test/harness.ts'
import { makeEndlessPdf, makePdf } from '../../../../test/sample-files.ts'
import { readZip } from '../../../../test/zip-reader.ts'
import { dictOf, type PdfFile, readPdf } from '../../../lib/pdf/objects.ts'
import { textString } from '../../../lib/pdf/values.ts'
import { textOfPages } from '../../../media/pdf.ts'

const app = await testApp({}, { closing: afterAll })
const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
const client = app.as(ada)

interface Pages {
  text: string
  pages: number
  file: PdfFile
}

async function pagesOf({ status, raw }: Pick<Reply, 'status' | 'raw'>): Promise<Pages> {
  expect(status, raw.toString('latin1').slice(0, 300)).toBe(200)
  const { text, pages } = await textOfPages(raw, 60_000)
  return { text: text.replace(/\s+/g, ' '), pages, file: readPdf(raw) }
}

async function entryWith(files: Readonly<Record<string, Buffer>>): Promise<string> {
  const id = await app.given.experiment(ada, { title: 'Sequencing' })
  const path = `experiments/${id}`
  for (const [name, content] of Object.entries(files)) await client.postForm(`${path}/uploads`, oneFile(name, content))
  return path
}

function setAppending(append_pdfs: number) {
  return client.patch('users/me', { append_pdfs })
}

/** A page with a form field, a script that runs on opening, and a note. */
function activePdf(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/AcroForm<</Fields[5 0 R]>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 200]/Resources<</Font<</F1 6 0 R>>>>>>',
    '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[5 0 R]/AA<</O<</S/JavaScript/JS(app.alert\\(2\\))>>>>>>',
    '<</Length 42>>\nstream\nBT /F1 24 Tf 20 100 Td (Signed form) Tj ET\nendstream',
    '<</Type/Annot/Subtype/Link/Rect[0 0 99 99]/P 3 0 R/A<</S/Launch/F(/bin/sh)>>>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`
  return Buffer.from(text)
}

test('PDFs among the files follow the pages for who wants it, in their order and with titles of their own', async () => {
  const path = await entryWith({
    'plan.pdf': makePdf(['Plan of the plate', 'Second page of it']),
    'notes.txt': Buffer.from('no pages'),
    'Gel α.pdf': makePdf(['Lane 3 is the ladder']),
  })
  await setAppending(0)
  const without = await pagesOf(await client.get(`${path}?format=pdf`))
  expect(without.text).not.toContain('Plan of the plate')
  await setAppending(1)
  const { text, pages, file } = await pagesOf(await client.get(`${path}?format=pdf`))
  expect(pages).toBe(without.pages + 3)
  const places = ['Sequencing', 'Plan of the plate', 'Second page of it', 'Lane 3 is the ladder'].map((words) =>
    text.indexOf(words),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  const titles = [...file.objects.values()].flatMap(({ value }) =>
    value instanceof Map && value.has('Dest') && value.has('Title') ? [value.get('Title')] : [],
  )
  expect(titles).toEqual(expect.arrayContaining([textString('plan.pdf'), textString('Gel α.pdf')]))
})

test('a list and the PDFs of an archive of folders have them, pages for the archive have not', async () => {
  const path = await entryWith({ 'plan.pdf': makePdf(['Plan of the plate']) })
  await setAppending(1)
  const id = path.split('/')[1]
  const list = await pagesOf(await client.get(`experiments?format=pdf&id=${id}`))
  expect(list.text).toContain('Plan of the plate')
  const zip = await readZip((await client.get(`${path}?format=zippdf`)).raw)
  const inZip = [...zip].find(([name]) => name.endsWith('entry.pdf'))
  expect((await pagesOf({ status: 200, raw: inZip?.[1] ?? Buffer.alloc(0) })).text).toContain('Plan of the plate')
  const archive = await pagesOf(await client.get(`${path}?format=pdfa`))
  expect(archive.text).not.toContain('Plan of the plate')
  expect(dictOf(archive.file, archive.file.trailer.get('Root')).has('Names')).toBe(true)
})

test('what acts stays behind, what is seen comes along', async () => {
  const path = await entryWith({ 'form.pdf': activePdf() })
  await setAppending(1)
  const reply = await client.get(`${path}?format=pdf`)
  expect((await pagesOf(reply)).text).toContain('Signed form')
  const all = reply.raw.toString('latin1')
  for (const word of ['JavaScript', 'Launch', 'OpenAction', 'AcroForm']) expect(all, word).not.toContain(word)
})

test('a PDF that cannot be read is named on a page of its own, and ends nothing', async () => {
  const path = await entryWith({
    'broken <b>.pdf': Buffer.from('%PDF-1.7\nnothing more'),
    'endless.pdf': makeEndlessPdf(),
    'plan.pdf': makePdf(['Plan of the plate']),
  })
  await setAppending(1)
  const { text } = await pagesOf(await client.get(`${path}?format=pdf`))
  expect(text).toContain('Plan of the plate')
  expect(text).toContain('could not be appended')
  expect(text).toContain('broken <b>.pdf')
})

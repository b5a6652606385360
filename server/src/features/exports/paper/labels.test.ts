import { afterAll, expect, test } from 'vitest'
import { readCodes } from '../../../../test/codes/read-codes.ts'
import { type Reply, testApp } from '../../../../test/harness.ts'
import { bitmapOfPage, textOfPages } from '../../../media/pdf.ts'
import { type Labelled, labelOf } from './label-of.ts'
import type { Reader } from './reader.ts'

const app = await testApp({ BASE_URL: 'https://notebook.example.org' }, { closing: afterAll })
const ada = await app.given.user()
const client = app.as(ada)

/** What another program reads from a page of 300 dpi, from the top left. */
async function codesOn(reply: Reply, page = 1, millimetres = 210): Promise<string[]> {
  expect(reply.status, reply.raw.toString('latin1').slice(0, 300)).toBe(200)
  const picture = await bitmapOfPage(reply.raw, page, Math.round((millimetres / 25.4) * 300))
  return (await readCodes(picture)).map(({ text }) => text)
}

const address = (id: number) => `https://notebook.example.org/experiments.php?mode=view&id=${id}`
const short = (id: number) => `https://notebook.example.org/e/${id}`

test('a sheet of labels has a code for each entry that another program reads', async () => {
  const ids = []
  for (const title of ['Ligation of pUC19', '热休克增加了菌落的数量', 'الصدمة الحرارية']) {
    ids.push(await app.given.experiment(ada, { title }))
  }
  const query = `format=labels&id=${ids}&order=id&sort=asc`
  const reply = await client.get(`experiments?${query}`)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining('labels.pdf'),
  })
  expect(await codesOn(reply)).toEqual(ids.map(address))
  const { text } = await textOfPages(reply.raw, 60_000)
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ')
  for (const word of ['Ligation of pUC19', '热休克增加', `#${ids[0]}`]) expect(plain).toContain(word)
  const matrix = await client.get(`experiments?${query}&label_code=datamatrix`)
  expect(await codesOn(matrix)).toEqual(ids.map(short))
})

test('a label says what was asked for, in the code and beside it', async () => {
  const id = await app.given.experiment(ada, { title: 'Glycerol stock', date: '2026-03-02', custom_id: 17 })
  const metadata = { extra_fields: { Strain: { type: 'text', value: 'DH5α' }, Box: { type: 'text', value: '' } } }
  await client.patch(`experiments/${id}`, { metadata, tags: ['PCR'] })
  const { elabid } = (await client.get<{ elabid: string }>(`experiments/${id}`)).body
  const get = (more: string) => client.get(`experiments/${id}?format=labels&label_sheet=roll-100x50&${more}`)
  const reply = await get(
    'label_lines=title,id,date,tags&label_fields[]=Strain&label_fields[]=Box&label_fields[]=Other',
  )
  const { text } = await textOfPages(reply.raw, 60_000)
  for (const word of ['Glycerol stock', 'Number 17', '2026-03-02', 'PCR', 'Strain: DH5α']) expect(text).toContain(word)
  expect(text).not.toContain('Box')
  const contents = { address: address(id), short: short(id), custom_id: '17', elabid }
  for (const [content, says] of Object.entries(contents)) {
    for (const code of ['qr', 'datamatrix']) {
      const one = await get(`label_code=${code}&label_content=${content}&label_lines=`)
      expect(await codesOn(one, 1, 100), `${content} as ${code}`).toEqual([says])
      expect((await textOfPages(one.raw, 60_000)).text.trim()).toBe('')
    }
  }
})

test('labels begin where the sheet is free, and each may come several times', async () => {
  const ids = [await app.given.experiment(ada, { title: 'A' }), await app.given.experiment(ada, { title: 'B' })]
  const path = `experiments?format=labels&id=${ids}&order=id&sort=asc&label_copies=3&label_start=20`
  const reply = await client.get(path)
  expect(await codesOn(reply)).toEqual([address(ids[0] ?? 0), address(ids[0] ?? 0)])
  expect(await codesOn(reply, 2)).toEqual([address(ids[0] ?? 0), ...Array(3).fill(address(ids[1] ?? 0))])
})

test.each([
  ['roll-25x10', 'datamatrix', 'short', 25],
  ['roll-25x10', 'datamatrix', 'custom_id', 25],
  ['cryo-33x13', 'qr', 'short', 33],
  ['roll-38x25', 'qr', 'address', 38],
  ['roll-57x32', 'qr', 'address', 57],
  ['roll-62x29', 'datamatrix', 'elabid', 62],
  ['100x60,1x1,20x55', 'qr', 'short', 100],
  ['avery-l4731', 'datamatrix', 'short', 210],
  ['avery-5160', 'qr', 'address', 215.9],
])('%s can be read as %s of %s', async (sheet, code, content, millimetres) => {
  const title = `A long title with ${'many words and an Unbreakable'.repeat(3)}${'acgt'.repeat(30)}`
  const id = await app.given.experiment(ada, { title })
  const query = `label_sheet=${sheet}&label_code=${code}&label_content=${content}&label_lines=title,id,elabid,owner,address`
  const reply = await client.get<{ elabid: string }>(`experiments/${id}?format=labels&${query}`)
  const { elabid } = (await client.get<{ elabid: string }>(`experiments/${id}`)).body
  const says = { short: short(id), custom_id: short(id), address: address(id), elabid }[content]
  expect(await codesOn(reply, 1, millimetres)).toEqual([says])
})

test.each([
  ['label_sheet=roll-25x10', 'label_sheet', 'label_sheet.too_small'],
  ['label_sheet=210x297,3x8,100x30', 'label_sheet', 'label_sheet.off_page'],
  ['label_sheet=210x297,3x8,63.5x33.9,2.5x0,40x0', 'label_sheet', 'label_sheet.off_page'],
  ['label_sheet=a+big+one', 'label_sheet', 'label_sheet.unknown'],
  ['label_sheet=210x297,3.5x8,10x10', 'label_sheet', 'label_sheet.unknown'],
  ['label_sheet=210x297,0x8,10x10', 'label_sheet', 'label_sheet.unknown'],
  ['label_code=ean', 'label_code', 'field.either'],
  ['label_content=title', 'label_content', 'field.either'],
  ['label_lines=title,secret', 'label_lines', 'field.one_of'],
  ['label_start=0', 'label_start', 'field.whole_between'],
  ['label_copies=-1', 'label_copies', 'field.whole_between'],
  ['label_copies=501', 'label_copies', 'field.whole_between'],
])('%s is refused', async (query, field, reason) => {
  const id = await app.given.experiment(ada, { title: 'Tube' })
  const reply = await client.get(`experiments/${id}?format=labels&${query}`)
  expect(reply).toMatchObject({ status: 400, body: { reason, field } })
})

test('too many labels are refused', async () => {
  const ids = []
  for (let count = 0; count < 21; count++) ids.push(await app.given.experiment(ada))
  const reply = await client.get(`experiments?format=labels&id=${ids}&label_copies=500`)
  expect(reply).toMatchObject({ status: 400, body: { reason: 'label_sheet.too_many', params: { given: 10_500 } } })
})

test('nobody gets labels of what they may not read', async () => {
  const id = await app.given.experiment(ada, { canread_base: 10 })
  const reply = await app.as(await app.given.user()).get(`experiments?format=labels&id=${id}`)
  expect(reply.status).toBe(403)
})

test('labels hold no more of long fields than has room, so that thousands fit into memory', () => {
  const metadata = JSON.stringify({ extra_fields: { Notes: { type: 'text', value: '😀'.repeat(100_000) } } })
  const entry = { type: 'experiments', id: 1, title: 'Tube', custom_id: null, metadata } as Labelled
  const fields = Array.from({ length: 20 }, () => 'Notes')
  const { lines } = labelOf(entry, { label_code: 'qr', label_fields: fields, baseUrl: '', reader: {} as Reader })
  expect(lines.filter((line) => line.startsWith('Notes'))).toHaveLength(1)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(500)
  expect(lines.at(-1)).toMatch(/😀…$/u)
})

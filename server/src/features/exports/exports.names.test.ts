import fc from 'fast-check'
import { expect, test } from 'vitest'
import { downloadName, fileNames, folderNames } from './exports.names.ts'

test.each([
  ['plain.csv', 'plain.csv'],
  ['Größe µ 中文.txt', 'Größe µ 中文.txt'],
  ['raw/day 1/plate.csv', 'raw/day 1/plate.csv'],
  ['../../etc/passwd', 'etc/passwd'],
  ['/etc/passwd', 'etc/passwd'],
  ['C:\\Windows\\System32\\x.dll', 'C-/Windows/System32/x.dll'],
  ['..', 'file'],
  ['./.', 'file'],
  ['a\u0000b\u001b[31m.txt', 'ab[31m.txt'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['aux .txt', '_aux .txt'],
  ['dir/COM1.csv', 'dir/_COM1.csv'],
  ['what? "yes" <b>|*.txt', 'what- -yes- -b---.txt'],
  ['ends with dots. . .', 'ends with dots'],
  ['\ud800.txt', '\ufffd.txt'],
])('a file called %j is %j in an archive', async (name, expected) => {
  expect(await fileNames([name], [])).toEqual([expected])
})

test('what has the same name gets a number, and so does what a system would take for the same', async () => {
  const wanted = ['a.txt', 'A.TXT', 'x/a.txt', 'a.txt', 'x', 'entry.html', 'entry.html/b']
  expect(await fileNames(wanted, ['entry.html'])).toEqual([
    ...['a.txt', '1_A.TXT', 'x/a.txt', '2_a.txt', '1_x', '1_entry.html', '_entry.html/b'],
  ])
})

test('twenty thousand files of the same name get twenty thousand names, in the time of a few', async () => {
  const names = await fileNames(Array(20_000).fill('image.png'), [])
  expect(new Set(names).size).toBe(20_000)
  expect(names.at(-1)).toBe('19999_image.png')
  const inFolders = names.map((name) => `run/${name}`)
  expect(await fileNames(inFolders, names)).toEqual(inFolders)
})

test('long names are cut and keep their ending', async () => {
  const [name = ''] = await fileNames([`${'é'.repeat(4000)}.csv`], [])
  expect(name.endsWith('é.csv')).toBe(true)
  expect(Buffer.byteLength(name)).toBeLessThan(255)
  for (const letter of ['中', '𝒳', 'x']) {
    const names = await fileNames(Array(2000).fill(`${letter.repeat(120)}.中文文件类型`), [])
    for (const one of names) expect(one).toMatch(new RegExp(`^(\\d+_)?(${letter}){30,100}\\.中文文件类型$`, 'u'))
    expect(Math.max(...names.map((one) => Buffer.byteLength(one)))).toBeLessThan(240)
  }
  expect((await fileNames([Array(500).fill('deep').join('/')], []))[0]?.split('/')).toHaveLength(8)
})

const DANGEROUS = /^\.{0,2}$|[\p{Cc}\p{Cf}\\:*?"<>|]|[. ]$|^(con|nul|aux|prn) *(\.|$)/iu

test('no name leads out of its folder, and none is there twice', async () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom('..', '.', '/', '\\', 'nul', 'a', 'A'),
  )
  const name = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 8 }), async (names) => {
      const found = await fileNames(names, ['entry.html'])
      const isUnique = new Set(found.map((path) => path.toLowerCase())).size === names.length
      return isUnique && found.every((path) => path.split('/').every((one) => !DANGEROUS.test(one)))
    }),
  )
})

test('folders of entries are told apart, also where their marks are the same', () => {
  const nameOf = folderNames()
  const elabid = '20260302-1a2b3c4d5e6f'
  const entry = { id: 7, title: 'Hitze-Schock: 42 °C / ../x', category_title: 'Biologie', elabid }
  expect(nameOf(entry)).toBe('Biologie - Hitze-Schock- 42 -C - -x - 1a2b3c4d')
  expect(nameOf({ ...entry, id: 8 })).toBe('Biologie - Hitze-Schock- 42 -C - -x - 1a2b3c4d - id 8')
  expect(nameOf({ id: 9, title: '中文', category_title: null, elabid: null })).toBe('id 9')
  expect(nameOf({ id: 10, title: 'x'.repeat(300), category_title: null, elabid: null })).toBe(
    `${'x'.repeat(100)} - id 10`,
  )
})

test('the file of one entry is called after it', () => {
  expect(downloadName({ title: 'A/B "test"', date: '2026-03-02' }, 'zip')).toBe('2026-03-02 A-B -test-.zip')
  expect(downloadName({ title: '...', date: null }, 'zip')).toBe('entry.zip')
})

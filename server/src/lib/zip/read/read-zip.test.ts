import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forged, forgeZip } from '../../../../test/archives/forged-zip.ts'
import { type ZipMember, zipOf } from '../zip.ts'
import { pathKey } from './names.ts'
import { type OpenZip, openZip } from './read-zip.ts'

const LIMITS = { members: 100_000, unpacked: 1e9 }
const AT = '2026-03-02 10:15:40'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function opened(bytes: Buffer | AsyncIterable<Buffer>): Promise<OpenZip> {
  const path = join(folder, 'archive.zip')
  await writeFile(path, bytes)
  return openZip(path, { limits: LIMITS })
}

async function contentOf(zip: OpenZip, key: string): Promise<Buffer | undefined> {
  const member = zip.find(key)
  return member === undefined ? undefined : buffer(zip.open(member))
}

test('what we write we can read, held or streamed, packed or not', async () => {
  const long = Buffer.from('a long text, '.repeat(20_000))
  const open = async () => Readable.from([long])
  const members: ZipMember[] = [
    { name: 'empty', at: AT, content: '' },
    { name: 'a/Größe µ.txt', at: AT, content: 'short' },
    { name: 'b/streamed.txt', at: AT, content: { size: long.length, isPacked: false, open } },
    { name: 'b/picture.png', at: AT, content: { size: long.length, isPacked: true, open } },
  ]
  const zip = await opened(zipOf(members))
  expect(zip).toMatchObject({ count: 4, unpacked: 2 * long.length + 5 })
  expect((await contentOf(zip, 'empty'))?.length).toBe(0)
  expect((await contentOf(zip, 'a/Größe µ.txt'))?.toString()).toBe('short')
  for (const key of ['b/streamed.txt', 'b/picture.png']) expect(await contentOf(zip, key)).toEqual(long)
  expect(await contentOf(zip, 'b')).toBeUndefined()
  expect(await zip.nameOf(1)).toBe('a/Größe µ.txt')
  await zip.close()
})

test('an archive of more members than the old format can count is read', async () => {
  const members = Array.from({ length: 70_000 }, (_, n) => ({ name: `f/${n}`, at: AT, content: `${n}` }))
  const zip = await opened(zipOf(members))
  expect(zip.count).toBe(70_000)
  expect((await contentOf(zip, 'f/69999'))?.toString()).toBe('69999')
  await zip.close()
})

const NAMES: readonly [why: string, member: Forged, key: string][] = [
  ['in UTF-8 without saying so', { name: 'root/é', flags: 0 }, 'root/é'],
  ['in the code page of DOS', { name: Buffer.from('root/Gr\x94\xe1e', 'latin1'), flags: 0 }, 'root/Größe'],
  ['in the other form of Unicode', { name: 'root/e\u0301' }, 'root/\u00e9'],
  ['with two slashes', { name: 'root//a' }, 'root/a'],
  ['with a percent sign that means nothing', { name: 'root/50%.txt' }, 'root/50%.txt'],
  ['with points', { name: 'root/…/a..b/...' }, 'root/…/a..b/...'],
  ['with colons', { name: 'demo:ABC/12:30.txt' }, 'demo:ABC/12:30.txt'],
]

test.each(NAMES)('a name %s is found', async (_why, member, key) => {
  const zip = await opened(forgeZip([{ content: 'found', ...member }]))
  expect((await contentOf(zip, pathKey(key)))?.toString()).toBe('found')
  await zip.close()
})

test('folders may be listed, more than once, with sizes', async () => {
  const folders = ['root/', 'root/a/', 'root/', 'root/a/'].map((name) => ({
    name,
    method: 0,
    size: 4096,
    packedSize: 0,
  }))
  const zip = await opened(forgeZip([...folders, { name: 'root/a/b', content: 'found' }]))
  expect((await contentOf(zip, 'root/a/b'))?.toString()).toBe('found')
  expect(zip).toMatchObject({ count: 5, unpacked: 5 })
  await zip.close()
})

test('a reader may leave a member before its end, and read others at the same time', async () => {
  const long = Buffer.alloc(1_000_000, 'x')
  const zip = await opened(forgeZip(['a', 'b', 'c'].map((name) => ({ name, content: long }))))
  for await (const piece of zip.read(0)) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }
  const both = await Promise.all([contentOf(zip, 'b'), contentOf(zip, 'c')])
  expect(both.map((content) => content?.length)).toEqual([1_000_000, 1_000_000])
  await zip.close()
})

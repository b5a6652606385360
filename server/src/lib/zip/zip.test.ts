import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/time/eventually.ts'
import { readZip } from '../../../test/zip-reader.ts'
import { type ZipMember, zipOf } from './zip.ts'

const AT = '2026-03-02 10:15:40'

async function bytesOf(members: Iterable<ZipMember>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of zipOf(members)) parts.push(part)
  return Buffer.concat(parts)
}

function streamed(name: string, content: Buffer, isPacked = false, size = content.length): ZipMember {
  return { name, at: AT, content: { size, isPacked, open: async () => Readable.from([content]) } }
}

test('what is put into an archive comes out of it, held or streamed, packed or not', async () => {
  const long = Buffer.from('a long text, '.repeat(20_000))
  const zip = await bytesOf([
    { name: 'empty', at: AT, content: '' },
    { name: 'a/Größe µ.txt', at: AT, content: 'short' },
    { name: 'a/packed.txt', at: AT, content: 'µ, again '.repeat(500) },
    { name: 'a/long.txt', at: AT, content: long.toString() },
    streamed('b/streamed.txt', long),
    streamed('b/picture.png', long, true),
    streamed('b/nothing', Buffer.alloc(0)),
    streamed('b/small.txt', Buffer.from('small, '.repeat(100))),
    streamed('b/small.png', Buffer.from('small, '.repeat(100)), true),
  ])
  const files = readZip(zip)
  expect([...files.keys()]).toEqual([
    ...['empty', 'a/Größe µ.txt', 'a/packed.txt', 'a/long.txt'],
    ...['b/streamed.txt', 'b/picture.png', 'b/nothing', 'b/small.txt', 'b/small.png'],
  ])
  expect(files.get('a/Größe µ.txt')?.toString()).toBe('short')
  expect(files.get('a/packed.txt')?.toString()).toBe('µ, again '.repeat(500))
  for (const name of ['b/small.txt', 'b/small.png']) expect(files.get(name)?.toString()).toBe('small, '.repeat(100))
  for (const name of ['a/long.txt', 'b/streamed.txt', 'b/picture.png']) expect(files.get(name)).toEqual(long)
  expect(readZip(await bytesOf([]))).toEqual(new Map())
})

test('an archive of more members than the old format can count is whole', async () => {
  const members = Array.from({ length: 70_000 }, (_, n) => ({ name: `f/${n}`, at: AT, content: `${n}` }))
  const files = readZip(await bytesOf(members))
  expect(files.size).toBe(70_000)
  expect(files.get('f/69999')?.toString()).toBe('69999')
})

test('of each member some bytes are kept until the end, and no memory that it shared with others', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const kept = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const before = kept()
  async function* members(): AsyncGenerator<ZipMember> {
    for (let n = 0; n < 60_000; n++) yield { name: `f/${n}`, at: AT, content: `${n}` }
    // V8 frees buffers on another thread, which may lag behind on a busy machine.
    await eventually(() => expect(kept() - before).toBeLessThan(2_000_000), { timeout: 20_000 })
  }
  for await (const part of zipOf(members())) expect(part.length).toBeGreaterThan(0)
})

test('small files are packed one after the other by what packs texts, and cost no more than these', async () => {
  const content = Buffer.from('a,b\n'.repeat(200))
  const members = (content: Buffer) => Array.from({ length: 20 }, (_, n) => streamed(`f/${n}`, content))
  const [asFiles, asTexts] = [
    await bytesOf(members(content)),
    await bytesOf(members(content).map((member) => ({ ...member, content: content.toString() }))),
  ]
  expect(asFiles).toEqual(asTexts)
})

test('members are made only as they are taken', async () => {
  let made = 0
  function* endless(): Generator<ZipMember> {
    for (;;) yield { name: `f/${made++}`, at: AT, content: String(Math.random()).repeat(500) }
  }
  let [taken, madeFirst] = [0, 0]
  for await (const _ of zipOf(endless())) {
    madeFirst ||= made
    if (++taken === 3) break
  }
  expect(made).toBeLessThan(4 * madeFirst)
})

test('a content that breaks off, or is not as long as it should be, makes no archive', async () => {
  await expect(bytesOf([streamed('a', Buffer.from('short'), false, 6)])).rejects.toThrow('has 5')
  const long = Buffer.alloc(300_000, 'x')
  await expect(bytesOf([streamed('a', long, false, 6)])).rejects.toThrow('has 300000')
  await expect(bytesOf([streamed('a', long, false, 300_001)])).rejects.toThrow('has 300000')
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('x')
      throw new Error('the disk went away')
    })(),
  )
  const open = async () => broken
  await expect(bytesOf([{ name: 'a', at: AT, content: { size: 9, isPacked: false, open } }])).rejects.toThrow(
    'went away',
  )
})

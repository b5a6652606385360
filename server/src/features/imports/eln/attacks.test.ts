import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crateOf, elnWith, type Forged, forgeZip, PLAIN } from '../../../../test/archives/forged-zip.ts'
import { Refusal } from '../../../errors.ts'
import { ELN_LIMITS, type ElnLimits } from './archive.ts'
import { openEln } from './open-eln.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attacks-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Opens an archive and reads all of it, as an import does. Returns why it was refused. */
async function refusalOf(bytes: Buffer, limits: Partial<ElnLimits> = {}): Promise<string | undefined> {
  const path = join(folder, 'attack.eln')
  await writeFile(path, bytes)
  try {
    const source = await openEln(path, { limits: { ...ELN_LIMITS, ...limits } })
    try {
      for await (const entry of source.entries()) {
        for (const file of entry.files) for await (const piece of await file.open()) expect(piece).toBeDefined()
      }
    } finally {
      await source.close()
    }
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.status).toBe(TOO_LARGE.has(error.said.reason) ? 413 : 400)
    expect(error.message).not.toMatch(/[{}\0]/)
    return error.said.reason
  }
}

const TOO_LARGE = new Set([
  ...['archive.too_large', 'archive.many_members', 'archive.large_metadata', 'archive.many_nodes'],
  ...['archive.large_node', 'archive.crowded_node'],
])

const NAMES: readonly [why: string, name: string | Buffer, reason?: string][] = [
  ['a parent folder', '../evil'],
  ['a parent folder within', 'root/../../evil'],
  ['a parent folder at the end', 'root/..'],
  ['a parent folder with a blank', 'root/.. /evil'],
  ['an absolute path', '/etc/passwd'],
  ['a share of Windows', '//server/share/x'],
  ['a drive letter', 'C:/evil'],
  ['a drive letter without a slash', 'c:evil'],
  ['a drive letter within', 'root/C:/evil'],
  ['a backslash', 'root\\..\\evil'],
  ['an absolute path of Windows', 'C:\\evil'],
  ['a NUL', 'root/a\0.txt'],
  ['an encoded parent folder', 'root/%2e%2e/evil'],
  ['a parent folder, half encoded', 'root/%2E./evil'],
  ['a parent folder, encoded twice', 'root/%252e%252e%252fevil'],
  ['a parent folder, encoded three times', 'root/%25252e%25252e/evil'],
  ['a parent folder, encoded more often than anybody decodes', `root/%${'25'.repeat(20)}2e%${'25'.repeat(20)}2e/x`],
  ['a letter that is encoded twenty times', `root/%${'25'.repeat(20)}41`],
  ['an encoded absolute path', '%2fetc/passwd'],
  ['an encoded backslash', 'root/%5c..%5cevil'],
  ['an encoded NUL', 'root/a%00.txt'],
  ['an overlong parent folder', 'root/%c0%ae%c0%ae/evil'],
  ['a parent folder as one character', 'root/\u2025/evil'],
  ['a parent folder in wide characters', '\uff0e\uff0e/evil'],
  ['no name', ''],
  ['only a point', './'],
  ['bytes that are not UTF-8', Buffer.from([0x72, 0x6f, 0x6f, 0x74, 0x2f, 0xff]), 'archive.unreadable_name'],
  ['too many characters', `root/${'x'.repeat(1100)}`, 'archive.long_name'],
  ['too many folders', `root/${'x/'.repeat(70)}y`, 'archive.long_name'],
]

test.each(NAMES)('a name with %s is refused', async (_why, name, reason = 'archive.unsafe_name') => {
  expect(await refusalOf(elnWith([{ name, content: 'x' }]))).toBe(reason)
})

const MODES: readonly [why: string, mode: number, reason: string][] = [
  ['a symbolic link', 0o120777, 'archive.link'],
  ['a device', 0o060644, 'archive.not_file'],
  ['a character device', 0o020644, 'archive.not_file'],
  ['a pipe', 0o010644, 'archive.not_file'],
  ['a socket', 0o140644, 'archive.not_file'],
]

test.each(MODES)('%s is refused', async (_why, mode, reason) => {
  const member = { name: 'root/x', content: '/etc/passwd', attributes: (mode << 16) >>> 0 }
  expect(await refusalOf(elnWith([member]))).toBe(reason)
})

const NFC = 'root/\u00e9'
const NFD = 'root/e\u0301'
const PROSE = Buffer.from(Array.from({ length: 500 }, (_, number) => `${number * 7919} `).join(''))
const HALF = deflateRawSync(PROSE).subarray(0, 600)
const ZEROS = deflateRawSync(Buffer.alloc(5_000_000))

const MEMBERS: readonly [why: string, members: readonly Forged[], reason: string][] = [
  ['an encrypted member', [{ name: 'root/x', flags: 0x801 }], 'archive.encrypted'],
  ['strong encryption', [{ name: 'root/x', flags: 0x840 }], 'archive.encrypted'],
  ['hidden headers', [{ name: 'root/x', flags: 0x2800 }], 'archive.encrypted'],
  ['encryption that only the header tells', [{ name: 'root/x', local: { flags: 0x801 } }], 'archive.told_twice'],
  ['AES', [{ name: 'root/x', method: 99, content: 'x' }], 'archive.method'],
  ['another way of packing', [{ name: 'root/x', method: 12, content: 'x' }], 'archive.method'],
  ['a name twice', [{ name: 'root/x' }, { name: 'root/x' }], 'archive.names_collide'],
  ['a name that differs in slashes', [{ name: 'root/a/b' }, { name: 'root/a//b' }], 'archive.names_collide'],
  ['a name that differs in a point', [{ name: 'root/a/b' }, { name: 'root/./a/b' }], 'archive.names_collide'],
  ['a name in two forms of Unicode', [{ name: NFC }, { name: NFD }], 'archive.names_collide'],
  ['a file that is a folder', [{ name: 'root/a' }, { name: 'root/a/b' }], 'archive.names_collide'],
  ['a folder that is a file', [{ name: 'root/a/b/c' }, { name: 'root/a' }], 'archive.names_collide'],
  ['a file and a folder', [{ name: 'root/a' }, { name: 'root/a/' }], 'archive.names_collide'],
  ['metadata twice', [{ name: 'root/ro-crate-metadata.json' }], 'archive.names_collide'],
  ['a size beyond what deflate can', [{ name: 'root/x', content: 'x', size: 1_000_000 }], 'archive.false_size'],
  ['a size of 4 GB in a few bytes', [{ name: 'root/x', content: 'x', size: 0xffff_fffe }], 'archive.false_size'],
  ['a stored member of two sizes', [{ name: 'root/x', method: 0, content: 'x', size: 2 }], 'archive.false_size'],
  ['more content than claimed', [{ name: 'root/one/x', packed: ZEROS, size: 10 }], 'archive.longer'],
  ['less content than claimed', [{ name: 'root/one/x', content: 'abc', size: 4 }], 'archive.damaged_member'],
  ['a wrong checksum', [{ name: 'root/one/x', content: 'abc', crc: 1 }], 'archive.damaged_member'],
  ['broken content', [{ name: 'root/one/x', packed: Buffer.from('fffe', 'hex'), size: 9 }], 'archive.damaged_member'],
  ['content that breaks off', [{ name: 'root/one/x', packed: HALF, size: PROSE.length }], 'archive.damaged_member'],
  ['a size that needs a field that is missing', [{ name: 'root/x', size: 0xffff_ffff }], 'archive.damaged'],
  [
    'a field that is too short',
    [{ name: 'root/x', size: 0xffff_ffff, extra: Buffer.from('010004000000ffff', 'hex') }],
    'archive.damaged',
  ],
  ['two members in one place', [{ name: 'root/x', content: 'abc', offset: 0 }], 'archive.overlap'],
  [
    'content that reaches over the next member',
    [
      { name: 'root/x', content: 'abc', packedSize: 60 },
      { name: 'root/y', content: 'abc' },
    ],
    'archive.overlap',
  ],
  ['content that reaches into the directory', [{ name: 'root/x', content: 'abc', packedSize: 99 }], 'archive.overlap'],
  ['a place beyond the end', [{ name: 'root/x', offset: 99_999 }], 'archive.damaged'],
  ['a place that is none', [{ name: 'root/x', offset: 1 }], 'archive.damaged'],
  ['another name before the content', [{ name: 'root/x', local: { name: 'root/y' } }], 'archive.told_twice'],
  ['a bad name before the content', [{ name: 'root/xxx', local: { name: '../../x' } }], 'archive.told_twice'],
  ['another method before the content', [{ name: 'root/x', local: { method: 0 } }], 'archive.told_twice'],
  ['another checksum before the content', [{ name: 'root/x', local: { crc: 7 } }], 'archive.told_twice'],
  ['another size before the content', [{ name: 'root/x', local: { size: 7 } }], 'archive.told_twice'],
]

test.each(MEMBERS)('%s is refused', async (_why, members, reason) => {
  expect(await refusalOf(elnWith(members))).toBe(reason)
})

const sound = elnWith([])
const locator = Buffer.alloc(20)
locator.writeUInt32LE(0x0706_4b50, 0)
const secondEnd = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])
const hugeCount = Buffer.concat([hugeEnd(300_000), locatorTo(sound.length - 22)])

function hugeEnd(count: number): Buffer {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(sound.readUInt32LE(sound.length - 10)), 40)
  record.writeBigUInt64LE(BigInt(sound.readUInt32LE(sound.length - 6)), 48)
  return record
}

function locatorTo(at: number): Buffer {
  const bytes = Buffer.from(locator)
  bytes.writeBigUInt64LE(BigInt(at), 8)
  bytes.writeUInt32LE(1, 16)
  return bytes
}

const ENDS: readonly [why: string, bytes: Buffer, reason: string][] = [
  ['an empty file', Buffer.alloc(0), 'archive.not_zip'],
  ['a text', Buffer.from('Dear colleague, '.repeat(100)), 'archive.not_zip'],
  ['an archive that was cut off', sound.subarray(0, sound.length - 10), 'archive.not_zip'],
  ['something after the end', Buffer.concat([sound, Buffer.from('more')]), 'archive.not_zip'],
  ['something before the beginning', elnWith([], undefined, { before: Buffer.from('#!/bin/sh\n') }), 'archive.damaged'],
  ['something before the end', elnWith([], undefined, { between: Buffer.alloc(30) }), 'archive.damaged'],
  ['a comment that is another end', elnWith([], undefined, { comment: secondEnd }), 'archive.damaged'],
  ['a part of a split archive', elnWith([], undefined, { disk: 2 }), 'archive.many_disks'],
  ['a directory elsewhere', elnWith([], undefined, { start: 3 }), 'archive.damaged'],
  ['fewer members than listed', elnWith([], undefined, { count: 0 }), 'archive.damaged'],
  ['more members than listed', elnWith([], undefined, { count: 2 }), 'archive.damaged'],
  ['a locator that leads nowhere', elnWith([], undefined, { between: locator }), 'archive.damaged'],
  ['two different ends', elnWith([], undefined, { between: hugeCount }), 'archive.damaged'],
  ['300,000 members', elnWith([], undefined, { between: hugeCount, count: 0xffff }), 'archive.many_members'],
  ['no members', forgeZip([]), 'archive.no_root'],
  ['files without a folder', forgeZip([{ name: 'a.txt' }, { name: 'b.txt' }]), 'archive.no_root'],
  [
    'metadata without a folder',
    forgeZip([{ name: 'ro-crate-metadata.json', content: crateOf([]) }]),
    'archive.no_root',
  ],
  ['a folder without metadata', forgeZip([{ name: 'root/a.txt' }]), 'archive.no_metadata'],
  ['metadata too deep in folders', forgeZip([{ name: 'a/b/ro-crate-metadata.json' }]), 'archive.no_metadata'],
  ['two roots', elnWith([{ name: 'other/ro-crate-metadata.json', content: crateOf([]) }]), 'archive.many_roots'],
  ['an archive in an archive', forgeZip([{ name: 'export.eln', content: sound }]), 'archive.nested'],
]

test.each(ENDS)('%s is refused', async (_why, bytes, reason) => {
  expect(await refusalOf(bytes)).toBe(reason)
})

const deep = `${'['.repeat(100)}${']'.repeat(100)}`
const METADATA: readonly [why: string, metadata: string | Buffer, reason: string][] = [
  ['empty', '', 'archive.not_json'],
  ['a text', 'hello', 'archive.not_json'],
  ['HTML', '<html></html>', 'archive.not_json'],
  ['cut off', crateOf([PLAIN]).slice(0, -20), 'archive.not_json'],
  ['cut off in a text', crateOf([PLAIN]).slice(0, -60), 'archive.not_json'],
  ['in UTF-16', Buffer.from(crateOf([PLAIN]), 'utf16le'), 'archive.not_json'],
  ['followed by more', `${crateOf([PLAIN])} {}`, 'archive.not_json'],
  ['with a comma too many', crateOf([PLAIN]).replace(/\]\}$/, ',]}'), 'archive.not_json'],
  ['with a comma too few', crateOf([PLAIN]).replace('},{"@id":"./"', '} {"@id":"./"'), 'archive.not_json'],
  ['with a broken node', crateOf([PLAIN]).replace('"name":"One"', '"name":One'), 'archive.not_json'],
  ['with two graphs', `{"@graph": [], "@graph": []}`, 'archive.not_json'],
  ['null', 'null', 'archive.no_graph'],
  ['a list', '[]', 'archive.no_graph'],
  ['without a graph', '{"@context": "https://w3id.org/ro/crate/1.1/context"}', 'archive.no_graph'],
  ['with a graph that is none', '{"@graph": {}}', 'archive.no_graph'],
  ['without a root', '{"@graph": []}', 'archive.no_dataset'],
  ['with a root that is a person', '{"@graph": [{"@id": "./", "@type": "Person"}]}', 'archive.no_dataset'],
  ['nested too deep in a node', crateOf([{ ...PLAIN, x: JSON.parse(deep) }]), 'archive.deep_metadata'],
  ['nested too deep beside the graph', `{"@context": ${deep}, "@graph": []}`, 'archive.deep_metadata'],
  ['nested without an end', `{"@graph": [${'['.repeat(5_000_000)}`, 'archive.deep_metadata'],
]

test.each(METADATA)('metadata that are %s are refused', async (_why, metadata, reason) => {
  expect(await refusalOf(elnWith([], metadata))).toBe(reason)
})

const LIMITS: readonly [why: string, bytes: Buffer, limits: Partial<ElnLimits>, reason: string][] = [
  [
    'more members than allowed',
    elnWith(Array.from({ length: 20 }, (_, number) => ({ name: `root/${number}` }))),
    { members: 20 },
    'archive.many_members',
  ],
  [
    'more bytes than allowed',
    elnWith(Array.from({ length: 5 }, (_, number) => ({ name: `root/${number}`, packed: ZEROS, size: 5_000_000 }))),
    { unpacked: 20_000_000 },
    'archive.too_large',
  ],
  ['larger metadata than allowed', elnWith([]), { metadata: 100 }, 'archive.large_metadata'],
  [
    'a larger node than allowed',
    elnWith([], crateOf([{ ...PLAIN, text: 'x'.repeat(9000) }])),
    { node: 8000 },
    'archive.large_node',
  ],
  [
    'a larger node than allowed, in pieces that have the same id',
    elnWith([], crateOf([PLAIN, PLAIN].map((node, number) => ({ ...node, text: `${number}`.repeat(5000) })))),
    { node: 8000 },
    'archive.large_node',
  ],
  [
    'a node with too many values, in pieces that have the same id',
    elnWith([], crateOf(Array(4).fill({ ...PLAIN, x: Array(200_000).fill(0) }))),
    {},
    'archive.crowded_node',
  ],
  [
    'more answers of comments than allowed',
    elnWith([], crateOf([PLAIN, { '@id': '#c', '@type': 'Comment', parentItem: Array(60).fill('./one/') }])),
    { nodes: 50 },
    'archive.many_nodes',
  ],
  [
    'a node with too many values',
    elnWith([], crateOf([{ ...PLAIN, x: Array(700_000).fill(0) }])),
    {},
    'archive.crowded_node',
  ],
  [
    'more nodes than allowed',
    elnWith([], crateOf(Array.from({ length: 60 }, (_, number) => ({ '@id': `#${number}`, '@type': 'Thing' })))),
    { nodes: 50 },
    'archive.many_nodes',
  ],
]

test.each(LIMITS)('%s is refused', async (_why, bytes, limits, reason) => {
  expect(await refusalOf(bytes, limits)).toBe(reason)
})

test('an archive that unpacks to more metadata than it claims is refused', async () => {
  const metadata: Forged = { name: 'root/ro-crate-metadata.json', packed: ZEROS, size: 100 }
  expect(await refusalOf(forgeZip([metadata]))).toBe('archive.longer')
})

test('there are at least 60 of these, and the archive that they were made of is sound', async () => {
  const count = [NAMES, MODES, MEMBERS, ENDS, METADATA, LIMITS].reduce((sum, { length }) => sum + length, 1)
  console.log(`${count} attack archives were refused`)
  expect(count).toBeGreaterThan(60)
  expect(await refusalOf(sound)).toBeUndefined()
})

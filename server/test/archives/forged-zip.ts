import { crc32, deflateRawSync } from 'node:zlib'

/** A member of a forged archive. Whatever is not given is as it should be. */
export interface Forged {
  name: string | Buffer
  content?: string | Buffer
  /** 0 or 8; other numbers write the content as it is. */
  method?: number
  flags?: number
  attributes?: number
  /** What is written in place of the packed content. */
  packed?: Buffer
  /** What both headers claim. */
  size?: number
  packedSize?: number
  crc?: number
  extra?: Buffer
  /** What the directory claims about its place. */
  offset?: number
  /** What the header before the content says otherwise. */
  local?: { name?: string | Buffer; method?: number; flags?: number; crc?: number; size?: number }
}

export interface ForgedEnd {
  count?: number
  length?: number
  start?: number
  disk?: number
  comment?: Buffer
  /** Between the directory and the end. */
  between?: Buffer
  before?: Buffer
  after?: Buffer
}

const UTF8 = 0x0800

/** Writes archives that no honest program would write. */
export function forgeZip(members: readonly Forged[], end: ForgedEnd = {}): Buffer {
  const parts: Buffer[] = end.before ? [end.before] : []
  const lines: Buffer[] = []
  // What stands before an archive moves all of it, and its numbers do not tell.
  let at = 0
  for (const member of members) {
    const { header, packed, line } = forgeMember(member, at)
    parts.push(header, packed)
    lines.push(line)
    at += header.length + packed.length
  }
  const directory = Buffer.concat(lines)
  const isLarge = end.count === undefined && members.length >= 0xffff
  const large = isLarge ? largeEnd(members.length, directory.length, at) : Buffer.alloc(0)
  const { comment = Buffer.alloc(0), between = large, after = Buffer.alloc(0) } = end
  const count = isLarge ? 0xffff : (end.count ?? members.length)
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x0605_4b50, 0)
  record.writeUInt16LE(end.disk ?? 0, 4)
  record.writeUInt16LE(end.disk ?? 0, 6)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(end.length ?? directory.length, 12)
  record.writeUInt32LE(end.start ?? at, 16)
  record.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, directory, between, record, comment, after])
}

/** What ZIP64 has before the end of an archive with more members than 16 bits can tell. */
function largeEnd(count: number, length: number, start: number): Buffer {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  for (const place of [24, 32]) record.writeBigUInt64LE(BigInt(count), place)
  record.writeBigUInt64LE(BigInt(length), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(start + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}

function forgeMember(member: Forged, at: number) {
  const content = Buffer.from(member.content ?? '')
  const method = member.method ?? 8
  const packed = member.packed ?? (method === 8 ? deflateRawSync(content) : content)
  const told = {
    name: Buffer.from(member.name),
    flags: member.flags ?? UTF8,
    method,
    crc: member.crc ?? crc32(content),
    packedSize: member.packedSize ?? packed.length,
    size: member.size ?? content.length,
    extra: member.extra ?? Buffer.alloc(0),
  }
  const { name, ...others } = member.local ?? {}
  const local = { ...told, ...others, ...(name !== undefined && { name: Buffer.from(name) }) }
  const start = Buffer.alloc(4)
  start.writeUInt32LE(0x0403_4b50, 0)
  const header = Buffer.concat([start, fields(local), local.name, local.extra])
  const before = Buffer.alloc(6)
  before.writeUInt32LE(0x0201_4b50, 0)
  before.writeUInt16LE((3 << 8) | 20, 4)
  const place = Buffer.alloc(14)
  place.writeUInt32LE(member.attributes ?? (0o100644 << 16) >>> 0, 6)
  place.writeUInt32LE(member.offset ?? at, 10)
  return { header, packed, line: Buffer.concat([before, fields(told), place, told.name, told.extra]) }
}

interface Told {
  name: Buffer
  flags: number
  method: number
  crc: number
  packedSize: number
  size: number
  extra: Buffer
}

function fields({ name, flags, method, crc, packedSize, size, extra }: Told): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(20, 0)
  bytes.writeUInt16LE(flags, 2)
  bytes.writeUInt16LE(method, 4)
  bytes.writeUInt32LE(crc, 10)
  bytes.writeUInt32LE(packedSize, 14)
  bytes.writeUInt32LE(size, 18)
  bytes.writeUInt16LE(name.length, 22)
  bytes.writeUInt16LE(extra.length, 24)
  return bytes
}

type Node = Record<string, unknown>

const DESCRIPTOR = {
  '@id': 'ro-crate-metadata.json',
  '@type': 'CreativeWork',
  about: { '@id': './' },
  conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
}

/** The metadata of an archive whose root lists all datasets among the nodes. */
export function crateOf(nodes: readonly Node[], root: Node = {}): string {
  const datasets = nodes.filter((node) => [node['@type']].flat().includes('Dataset'))
  const parts = datasets.map((node) => ({ '@id': node['@id'] }))
  const whole = { '@id': './', '@type': 'Dataset', name: 'Export', hasPart: parts, ...root }
  return JSON.stringify({
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [DESCRIPTOR, whole, ...nodes],
  })
}

/** An entry with a text and nothing else. */
export const PLAIN: Node = {
  '@id': './one/',
  '@type': 'Dataset',
  name: 'One',
  text: '<p>One</p>',
  encodingFormat: 'text/html',
}

/** An archive that is sound, apart from what is added. */
export function elnWith(
  members: readonly Forged[],
  metadata: string | Buffer = crateOf([PLAIN]),
  end?: ForgedEnd,
): Buffer {
  return forgeZip([{ name: 'root/ro-crate-metadata.json', content: metadata }, ...members], end)
}

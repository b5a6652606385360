import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { InvalidInput, TooLarge } from '../../../errors.ts'
import { hashOf, TextHash } from '../../large/hash-index.ts'
import { Windows } from '../../large/windows.ts'
import { DEFLATED, STORED } from '../headers.ts'
import { type DirectoryLine, directoryLines, findDirectory } from './directory.ts'
import { type MemberFacts, MemberTable } from './member-table.ts'
import { decodeName, memberKey, requireSafeName, shown } from './names.ts'
import { unpack } from './unpack.ts'

export interface ZipLimits {
  members: number
  /** Bytes of all members together. */
  unpacked: number
}

/** An archive whose members are known to be harmless. */
export interface OpenZip {
  count: number
  /** Bytes of all members together, as the archive claims; none is unpacked to more than it claims. */
  unpacked: number
  /** The number of the member with this key, see `pathKey`. Folders are none. */
  find(key: string): number | undefined
  size(member: number): number
  isFolder(member: number): boolean
  nameOf(member: number): Promise<string>
  /** The content in pieces. Throws a refusal where it is not what the directory says. */
  read(member: number): AsyncGenerator<Buffer>
  open(member: number): Readable
  close(): Promise<void>
}

interface Options {
  limits: ZipLimits
  /** Called for each member before anything is read of it. */
  onMember?(key: string, member: number, isFolder: boolean): void
  signal?: AbortSignal
}

/**
 * Opens an archive that may come from anybody. It checks all that can be known without unpacking, and refuses the archive
 * with a reason that people understand. Only contents can still turn out to be wrong, while they are read.
 */
export async function openZip(path: string, { limits, onMember, signal }: Options): Promise<OpenZip> {
  const file = await open(path, 'r')
  try {
    const { size: length } = await file.stat()
    const place = await findDirectory(file, length)
    if (place.count > limits.members) throw new TooLarge('archive.many_members', { most: limits.members })
    // A line has at least 46 bytes, so a lie about the number makes no large tables.
    const table = new MemberTable(Math.min(place.count, Math.floor(place.length / 46)))
    let unpacked = 0
    for await (const lines of directoryLines(file, place)) {
      signal?.throwIfAborted()
      for (const line of lines) {
        if (table.count === place.count) throw new InvalidInput('archive.damaged')
        const { key, isFolder, member } = addMember(table, line)
        if (!isFolder) unpacked += line.size
        if (unpacked > limits.unpacked) throw new TooLarge('archive.too_large', { most: limits.unpacked })
        onMember?.(key, member, isFolder)
      }
    }
    if (table.count !== place.count) throw new InvalidInput('archive.damaged')
    await checkHeaders(file, length, table, place.start, signal)
    return opened(file, length, table, unpacked)
  } catch (error) {
    await file.close()
    throw error
  }
}

const ENCRYPTED = 0x0001 | 0x0040 | 0x2000

function addMember(table: MemberTable, line: DirectoryLine) {
  const name = decodeName(line.name, line.flags)
  requireSafeName(name)
  requireOrdinary(line, name)
  const key = memberKey(name)
  const keyHash = hashOf(key)
  const isFolder = name.endsWith('/')
  const known = table.find(keyHash)
  // Folders may be listed more than once.
  if (known !== undefined && !(isFolder && table.isFolder(known))) {
    throw new InvalidInput('archive.names_collide', { name: shown(name) })
  }
  const nameHash = hashOf(line.name.toString('latin1'))
  return { key, isFolder, member: table.add(keyHash, { ...line, isFolder, nameHash }) }
}

const [KIND, FILE, FOLDER, LINK] = [0o170000, 0o100000, 0o040000, 0o120000]

/** The longest content that deflate makes of a byte. */
const MOST_RATIO = 1032

function requireOrdinary({ flags, method, size, packedSize, attributes }: DirectoryLine, given: string): void {
  const name = shown(given)
  if ((flags & ENCRYPTED) !== 0) throw new InvalidInput('archive.encrypted', { name })
  const kind = (attributes >>> 16) & KIND
  if (kind === LINK) throw new InvalidInput('archive.link', { name })
  if (kind !== 0 && kind !== FILE && kind !== FOLDER) throw new InvalidInput('archive.not_file', { name })
  if (method !== STORED && method !== DEFLATED) throw new InvalidInput('archive.method', { name })
  // Some programs write the size of the folder on the disk.
  if (given.endsWith('/')) return
  if (method === STORED && size !== packedSize) throw new InvalidInput('archive.false_size', { name })
  if (size > packedSize * MOST_RATIO) throw new InvalidInput('archive.false_size', { name })
}

const LOCAL = 0x0403_4b50
const LOCAL_LENGTH = 30
const SIZES_FOLLOW = 0x0008
const FULL = 0xffff_ffff
/** Long enough for a header with its name. */
const WINDOW = 16 * 1024

/**
 * Each member has a header before its content, which must say the same as the directory. No two members may share bytes:
 * archives that unpack to petabytes are built like that.
 */
async function checkHeaders(
  file: FileHandle,
  length: number,
  table: MemberTable,
  end: number,
  signal?: AbortSignal,
): Promise<void> {
  const windows = new Windows(file, length, WINDOW)
  let free = 0
  for (const member of table.inFileOrder()) {
    signal?.throwIfAborted()
    const facts = table.of(member)
    const told = await windows.use(facts.offset, LOCAL_LENGTH, headerIn)
    if (!told) throw new InvalidInput('archive.damaged')
    const nameAt = facts.offset + LOCAL_LENGTH
    const name = await windows.use(nameAt, told.nameLength, (bytes) => Buffer.from(bytes))
    const dataStart = nameAt + told.nameLength + told.extraLength
    const isSame =
      hashOf(name.toString('latin1')) === facts.nameHash &&
      told.method === facts.method &&
      (told.flags & ENCRYPTED) === 0 &&
      ((told.flags & SIZES_FOLLOW) !== 0 || isAsListed(told, facts))
    const text = () => shown(decodeName(name, facts.flags & told.flags))
    if (facts.offset < free || dataStart + facts.packedSize > end) {
      throw new InvalidInput('archive.overlap', { name: text() })
    }
    if (!isSame) throw new InvalidInput('archive.told_twice', { name: text() })
    refuseFileAsFolder(table, decodeName(name, facts.flags))
    free = dataStart + facts.packedSize
    table.setDataStart(member, dataStart)
  }
}

interface Header {
  flags: number
  method: number
  crc: number
  packedSize: number
  size: number
  nameLength: number
  extraLength: number
}

function headerIn(bytes: Buffer): Header | undefined {
  if (bytes.length < LOCAL_LENGTH || bytes.readUInt32LE(0) !== LOCAL) return undefined
  return {
    flags: bytes.readUInt16LE(6),
    method: bytes.readUInt16LE(8),
    crc: bytes.readUInt32LE(14),
    packedSize: bytes.readUInt32LE(18),
    size: bytes.readUInt32LE(22),
    nameLength: bytes.readUInt16LE(26),
    extraLength: bytes.readUInt16LE(28),
  }
}

function isAsListed({ crc, packedSize, size }: Header, facts: MemberFacts): boolean {
  // What does not fit into four bytes is in an extra field.
  const agrees = (told: number, listed: number) => told === FULL || told === listed
  return crc === facts.crc && agrees(packedSize, facts.packedSize) && agrees(size, facts.size)
}

/** Refuses `a/b` where `a` is a file. */
function refuseFileAsFolder(table: MemberTable, name: string): void {
  const key = memberKey(name)
  const hash = new TextHash()
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at)
    if (code === 0x2f) {
      const folder = table.find(hash.value)
      if (folder !== undefined && !table.isFolder(folder)) {
        throw new InvalidInput('archive.names_collide', { name: shown(key.slice(0, at)) })
      }
    }
    hash.add(code)
  }
}

function opened(file: FileHandle, length: number, table: MemberTable, unpacked: number): OpenZip {
  const windows = new Windows(file, length, WINDOW)
  const nameOf = async (member: number) => {
    const { offset, flags } = table.of(member)
    const header = await windows.use(offset, LOCAL_LENGTH, headerIn)
    const name = await windows.use(offset + LOCAL_LENGTH, header?.nameLength ?? 0, (bytes) => Buffer.from(bytes))
    return decodeName(name, flags)
  }
  const read = async function* (member: number): AsyncGenerator<Buffer> {
    yield* unpack(file, table.of(member), () => nameOf(member))
  }
  return {
    count: table.count,
    unpacked,
    find(key) {
      const member = table.find(hashOf(key))
      return member === undefined || table.isFolder(member) ? undefined : member
    },
    size: (member) => table.size(member),
    isFolder: (member) => table.isFolder(member),
    nameOf,
    read,
    open: (member) => Readable.from(read(member), { objectMode: false }),
    close: () => file.close(),
  }
}

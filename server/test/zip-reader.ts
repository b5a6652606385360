import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive by name. Reads the central directory, and refuses any inconsistency. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const { count, length, offset, end } = findDirectory(zip)
  if (offset + length !== end) throw new Error('the directory is not where it should be')
  const files = new Map<string, Buffer>()
  let at = offset
  for (let number = 0; number < count; number++) {
    if (zip.readUInt32LE(at) !== 0x0201_4b50) throw new Error(`no line of the directory at ${at}`)
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, contentOf(zip, at, name))
    at += 46 + nameLength + extraLength
  }
  if (at !== end) throw new Error('the directory is longer than it says')
  return files
}

function findDirectory(zip: Buffer): { count: number; length: number; offset: number; end: number } {
  const last = zip.length - 22
  if (last < 0 || zip.readUInt32LE(last) !== 0x0605_4b50) throw new Error('the archive is cut off')
  const count = zip.readUInt16LE(last + 10)
  if (count !== 0xffff)
    return { count, length: zip.readUInt32LE(last + 12), offset: zip.readUInt32LE(last + 16), end: last }
  if (zip.readUInt32LE(last - 20) !== 0x0706_4b50) throw new Error('no locator')
  const record = Number(zip.readBigUInt64LE(last - 12))
  if (zip.readUInt32LE(record) !== 0x0606_4b50) throw new Error('no end of a large directory')
  const [many = 0, length = 0, offset = 0] = [32, 40, 48].map((place) => Number(zip.readBigUInt64LE(record + place)))
  return { count: many, length, offset, end: record }
}

function contentOf(zip: Buffer, line: number, name: string): Buffer {
  const [crc, packed, size] = [zip.readUInt32LE(line + 16), zip.readUInt32LE(line + 20), zip.readUInt32LE(line + 24)]
  const header = zip.readUInt32LE(line + 42)
  if (zip.readUInt32LE(header) !== 0x0403_4b50) throw new Error(`${name} has no header`)
  const isStreamed = (zip.readUInt16LE(header + 6) & 8) !== 0
  const nameEnd = header + 30 + zip.readUInt16LE(header + 26)
  if (zip.toString('utf8', header + 30, nameEnd) !== name) throw new Error(`${name} has another name in its header`)
  const start = nameEnd + zip.readUInt16LE(header + 28)
  const bytes = zip.subarray(start, start + packed)
  const content = zip.readUInt16LE(line + 10) === 0 ? bytes : inflateRawSync(bytes)
  if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`)
  const facts = isStreamed ? start + packed + 4 : header + 14
  if (isStreamed && zip.readUInt32LE(start + packed) !== 0x0807_4b50) throw new Error(`${name} has no descriptor`)
  const told = [0, 4, 8].map((place) => zip.readUInt32LE(facts + place))
  if (told.join() !== [crc, packed, size].join()) throw new Error(`${name} is told of in two ways`)
  return content
}

import { InvalidInput } from '../../../../errors.ts'
import { releaseChunk } from '../../../../files/release-chunk.ts'
import { Turns } from '../../../../lib/turns.ts'
import { pathKey, shown } from '../../../../lib/zip/read/names.ts'
import { type OpenZip, openZip } from '../../../../lib/zip/read/read-zip.ts'
import { BadXml, type XmlHandler, XmlStream } from './xml-stream.ts'

const MB = 1024 * 1024
const LIMITS = { members: 20_000, unpacked: 2048 * MB }

/** Of a part whose content stays in memory. */
const MOST_READ = 64 * MB

/** The parts of a workbook, which is a ZIP archive of XML documents. */
export interface Parts {
  has(name: string): boolean
  size(name: string): number
  /** Reads a part that is not large. */
  read(name: string, handler: XmlHandler): Promise<void>
  /** The same, with a pause after each piece. */
  pieces(name: string, handler: XmlHandler): AsyncGenerator<void>
  /** The bytes of a part. */
  bytes(name: string): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export async function openParts(path: string, signal?: AbortSignal): Promise<Parts> {
  const zip = await openZip(path, { limits: LIMITS, ...(signal && { signal }) })
  const pieces = async function* (name: string, handler: XmlHandler): AsyncGenerator<void> {
    try {
      yield* readPart(zip.read(requireMember(zip, name)), handler, signal)
    } catch (error) {
      if (error instanceof BadXml)
        throw new InvalidInput('table.broken_part', { name: shown(name), why: error.message })
      throw error
    }
  }
  return {
    has: (name) => memberOf(zip, name) !== undefined,
    size: (name) => zip.size(requireMember(zip, name)),
    bytes: (name) => zip.read(requireMember(zip, name)),
    pieces,
    async read(name, handler) {
      if (zip.size(requireMember(zip, name)) > MOST_READ) {
        throw new InvalidInput('table.broken_part', { name: shown(name), why: 'it is too large' })
      }
      for await (const _ of pieces(name, handler));
    },
    close: () => zip.close(),
  }
}

function memberOf(zip: OpenZip, name: string): number | undefined {
  return zip.find(pathKey(name.replace(/^\//, '')))
}

function requireMember(zip: OpenZip, name: string): number {
  const member = memberOf(zip, name)
  if (member === undefined) throw new InvalidInput('table.missing_part', { name: shown(name) })
  return member
}

async function* readPart(
  pieces: AsyncGenerator<Buffer>,
  handler: XmlHandler,
  signal: AbortSignal | undefined,
): AsyncGenerator<void> {
  const xml = new XmlStream(handler)
  const turns = new Turns()
  let decoder: TextDecoder | undefined
  for await (const piece of pieces) {
    signal?.throwIfAborted()
    decoder ??= new TextDecoder(isWide(piece) ? 'utf-16le' : 'utf-8')
    xml.push(decoder.decode(piece, { stream: true }))
    releaseChunk(piece)
    yield
    await turns.rest()
  }
  xml.push(decoder?.decode() ?? '')
  xml.end()
  yield
}

function isWide([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
}

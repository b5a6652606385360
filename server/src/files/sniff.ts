import { type Decoded, decodeText, hasWideMark } from '../lib/text-encoding.ts'

/** Magic numbers: offset, bytes, type. Short on purpose: a browser never shows a type that nobody has thought about. */
const SIGNATURES = signaturesOf([
  [0, '%PDF-', 'application/pdf'],
  [0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
  [0, [0xff, 0xd8, 0xff], 'image/jpeg'],
  [0, 'GIF87a', 'image/gif'],
  [0, 'GIF89a', 'image/gif'],
  [0, [0x49, 0x49, 0x2a, 0x00], 'image/tiff'],
  [0, [0x4d, 0x4d, 0x00, 0x2a], 'image/tiff'],
  [0, [0x1a, 0x45, 0xdf, 0xa3], 'video/webm'],
  [0, 'OggS', 'audio/ogg'],
  [0, 'fLaC', 'audio/flac'],
  [0, 'ID3', 'audio/mpeg'],
  [0, [0x50, 0x4b, 0x03, 0x04], 'application/zip'],
  [0, [0x50, 0x4b, 0x05, 0x06], 'application/zip'],
  [0, [0x1f, 0x8b], 'application/gzip'],
  [0, [0x28, 0xb5, 0x2f, 0xfd], 'application/zstd'],
  [0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'application/x-xz'],
  [0, 'BZh', 'application/x-bzip2'],
  [0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'application/x-7z-compressed'],
  [0, [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a], 'application/x-hdf5'],
  [0, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'application/x-ole-storage'],
  [0, 'SQLite format 3', 'application/vnd.sqlite3'],
  [0, '{\\rtf', 'application/rtf'],
  [0, '%!PS', 'application/postscript'],
  [257, 'ustar', 'application/x-tar'],
])

interface Signature {
  offset: number
  bytes: Buffer
  mime: string
}

function signaturesOf(known: readonly (readonly [offset: number, bytes: string | readonly number[], mime: string])[]) {
  return known.map(([offset, bytes, mime]): Signature => {
    return { offset, bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes), mime }
  })
}

/** Brands of the MP4 family; any other brand is treated as some video of that family. */
const BRANDS: Readonly<Record<string, string>> = {
  qt: 'video/quicktime',
  heic: 'image/heic',
  heix: 'image/heic',
  mif1: 'image/heif',
  avif: 'image/avif',
  'M4A ': 'audio/mp4',
}

const RIFF: Readonly<Record<string, string>> = { WEBP: 'image/webp', WAVE: 'audio/wav', 'AVI ': 'video/x-msvideo' }

export const UNKNOWN = 'application/octet-stream'

/**
 * Detects the type from the first bytes and ignores what the sender says. Text that is not UTF-8 gets a charset:
 * `text/plain; charset=utf-16le`.
 */
export function sniff(head: Buffer): string {
  const known = SIGNATURES.find((signature) => hasSignature(head, signature))
  if (known) return known.mime
  if (head.length >= 12 && head.toString('latin1', 4, 8) === 'ftyp') return ofBrand(head.toString('latin1', 8, 12))
  if (head.toString('latin1', 0, 4) === 'RIFF') return RIFF[head.toString('latin1', 8, 12)] ?? UNKNOWN
  if (isBitmap(head)) return 'image/bmp'
  if (isMp3(head)) return 'audio/mpeg'
  const text = readText(head)
  return text ? typeOfText(text) : UNKNOWN
}

/** Plain text formats that only the file name tells apart. */
const BY_ENDING: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
}

/** The type to report: for plain text, refined by the file name. */
export function mimeOf(sniffed: string, name: string): string {
  const type = withoutCharset(sniffed)
  if (type !== 'text/plain') return type
  return BY_ENDING[/\.([a-z]{2,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? type
}

export function withoutCharset(mime: string): string {
  return mime.split(';', 1)[0] ?? mime
}

/** Types that a browser may show inline: nothing in them can run. */
const INLINE: ReadonlySet<string> = new Set([
  ...['application/pdf', 'text/plain', 'image/gif', 'image/jpeg', 'image/png', 'image/bmp', 'image/webp', 'image/avif'],
  ...['video/mp4', 'video/webm', 'audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/wav', 'audio/mp4'],
])

export function isInlineSafe(mime: string): boolean {
  return INLINE.has(withoutCharset(mime))
}

function hasSignature(head: Buffer, { offset, bytes }: Signature): boolean {
  return (
    head.length >= offset + bytes.length && head.compare(bytes, 0, bytes.length, offset, offset + bytes.length) === 0
  )
}

function ofBrand(brand: string): string {
  return BRANDS[brand] ?? BRANDS[brand.trim()] ?? 'video/mp4'
}

/** Many texts begin with the two letters of a bitmap, so check the header size as well. */
function isBitmap(head: Buffer): boolean {
  return (
    head.length > 18 && head.toString('latin1', 0, 2) === 'BM' && [12, 40, 108, 124].includes(head.readUInt32LE(14))
  )
}

function isMp3(head: Buffer): boolean {
  return head.length > 2 && head[0] === 0xff && [0xfb, 0xf3, 0xf2].includes(head[1] ?? 0)
}

/** Text has no control characters except white space and the terminal escape, and no invalid characters. */
function isLegible(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (isControl(unit) || unit >= 0xfffe) return false
  }
  return true
}

function isControl(unit: number): boolean {
  return unit < 9 || (unit > 13 && unit < 32 && unit !== 27)
}

/** Only UTF-16 uses these bytes for text, so anything else that has one is binary and need not be decoded. */
function isSurelyBinary(head: Buffer): boolean {
  return !hasWideMark(head) && head.some(isControl)
}

/** Bytes that Windows-1252 leaves undefined. */
const UNUSED = /[\x81\x8d\x8f\x90\x9d]/
/** With a larger share of bytes beyond ASCII, it is not a Western text of an instrument. */
const MOST_BEYOND_ASCII = 1 / 3

/** Undefined if the bytes are not text. */
function readText(head: Buffer): Decoded | undefined {
  if (isSurelyBinary(head)) return undefined
  const decoded = decodeText(head)
  if (!isLegible(decoded.text)) return undefined
  if (decoded.encoding !== 'windows-1252') return decoded
  const beyond = head.reduce((sum, byte) => sum + (byte > 0x7f ? 1 : 0), 0)
  return UNUSED.test(decoded.text) || beyond > head.length * MOST_BEYOND_ASCII ? undefined : decoded
}

function typeOfText({ text, encoding }: Decoded): string {
  if (encoding === 'utf-8') return ofText(text)
  const type = ofText(text)
  // SVG renderers read only UTF-8.
  return `${type.startsWith('text/') ? type : 'text/xml'}; charset=${encoding}`
}

/** Text that browsers would interpret instead of show. */
function ofText(beginning: string): string {
  const text = beginning.trimStart().toLowerCase()
  if (!/^<[a-z!?]/.test(text)) return 'text/plain'
  if (text.includes('<svg')) return 'image/svg+xml'
  if (/<(?:!doctype html|html|head|body|script|iframe|style|a|p|div)[\s>]/.test(text)) return 'text/html'
  return text.startsWith('<?xml') ? 'text/xml' : 'text/plain'
}

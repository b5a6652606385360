import { promisify } from 'node:util'
import {
  deflateRawSync,
  inflateRaw,
  inflateRawSync,
  constants as zlib,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'

/** Marks a text in UTF-8 that Zstandard has compressed, in less than a third of the time of deflate. */
const ZSTANDARD = 'zstd:'
/** Marks a deflated text in UTF-8, as earlier versions wrote it. Without a mark it is in UTF-16. */
const UTF8 = 'utf8:'
/** Higher levels save a few percent, and take twice as long. */
const FAST = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } }

/** Compresses a text for a JSON value. */
export function pack(text: string): string {
  if (text.isWellFormed()) return ZSTANDARD + zstdCompressSync(Buffer.from(text), FAST).toString('base64')
  // UTF-8 cannot say half of a surrogate pair.
  return deflateRawSync(Buffer.from(text, 'utf16le'), { level: 3 }).toString('base64')
}

export function unpack(packed: string): string {
  const { bytes, encoding, isZstandard } = readMark(packed)
  return (isZstandard ? zstdDecompressSync(bytes) : inflateRawSync(bytes)).toString(encoding)
}

/** To unpack this little is as quick here as elsewhere, even if it is ten megabytes of the same letter. */
const SHORT_PACKED = 1000
/** The default of 16 KB would need hundreds of turns for a long text. */
const CHUNK = { chunkSize: 1_000_000 }
const inflateElsewhere = promisify(inflateRaw)
const decompressElsewhere = promisify(zstdDecompress)

/** The same, with long texts unpacked on another thread. */
export async function unpackLater(packed: string): Promise<string> {
  if (packed.length < SHORT_PACKED) return unpack(packed)
  const { bytes, encoding, isZstandard } = readMark(packed)
  return (await (isZstandard ? decompressElsewhere(bytes, CHUNK) : inflateElsewhere(bytes, CHUNK))).toString(encoding)
}

function readMark(packed: string): { bytes: Buffer; encoding: 'utf8' | 'utf16le'; isZstandard: boolean } {
  const mark = [ZSTANDARD, UTF8].find((known) => packed.startsWith(known))
  return {
    bytes: Buffer.from(packed.slice(mark?.length ?? 0), 'base64'),
    encoding: mark ? 'utf8' : 'utf16le',
    isZstandard: mark === ZSTANDARD,
  }
}

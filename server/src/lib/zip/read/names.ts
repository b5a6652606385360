import { InvalidInput } from '../../../errors.ts'

const UTF8 = 0x0800
const LONGEST_NAME = 1024
const MOST_FOLDERS = 64

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The name of a member. Older programs write it in the code page of DOS, and many in UTF-8 without saying so. */
export function decodeName(bytes: Buffer, flags: number): string {
  if (bytes.length > LONGEST_NAME)
    throw new InvalidInput('archive.long_name', { name: shown(bytes.toString('latin1')) })
  try {
    return strict.decode(bytes)
  } catch {
    if ((flags & UTF8) !== 0) throw new InvalidInput('archive.unreadable_name', { name: shown(bytes.toString('utf8')) })
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE.charAt(byte - 0x80))).join(
      '',
    )
  }
}

/** The upper half of code page 437. */
const CODE_PAGE =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** Refuses names that lead out of their folder, however often they are percent-encoded. */
export function requireSafeName(name: string): void {
  let bytes = Buffer.from(name)
  for (let times = 0; ; times++) {
    if (isUnsafe(bytes.toString('utf8')) || (times > 0 && hasOverlong(bytes)) || times > MOST_DECODINGS) {
      throw new InvalidInput('archive.unsafe_name', { name: shown(name) })
    }
    const decoded = percentDecoded(bytes)
    if (decoded.length === bytes.length) return
    bytes = decoded
  }
}

const MOST_DECODINGS = 8

function isUnsafe(name: string): boolean {
  if (/^\/|\\|^[A-Za-z]:/.test(name) || name.includes('\0')) return true
  const folders = name.split('/')
  return folders.some((folder) => /^[A-Za-z]:$/.test(folder) || folder.normalize('NFKC').trim() === '..')
}

/** Bytes that begin a longer spelling of an ASCII character, which some programs take for it. */
function hasOverlong(bytes: Buffer): boolean {
  return bytes.some((byte) => byte === 0xc0 || byte === 0xc1)
}

const PERCENT = 0x25

function percentDecoded(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (!bytes.includes(PERCENT)) return bytes
  const decoded: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const hex = bytes[at] === PERCENT ? bytes.toString('latin1', at + 1, at + 3) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      decoded.push(Number.parseInt(hex, 16))
      at += 2
    } else decoded.push(bytes[at] ?? 0)
  }
  return Buffer.from(decoded)
}

/** The same for all spellings of a path: `a//é` with either form of é, and `./a/é/`. */
export function pathKey(path: string): string {
  const key = path.normalize('NFC')
  if (!/\/\/|(^|\/)\.(\/|$)|^\/|\/$/.test(key)) return key
  return key
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}

/** The key of a member. */
export function memberKey(name: string): string {
  const key = pathKey(name)
  if (key === '') throw new InvalidInput('archive.unsafe_name', { name: shown(name) })
  if (key.split('/', MOST_FOLDERS + 1).length > MOST_FOLDERS) {
    throw new InvalidInput('archive.long_name', { name: shown(name) })
  }
  return key
}

const MOST_SHOWN = 120

/** A name as a refusal shows it. */
export function shown(name: string): string {
  const printable = name.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
  return printable.length > MOST_SHOWN ? `${printable.slice(0, MOST_SHOWN)}…` : printable
}

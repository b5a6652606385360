/**
 * The supported encodings: UTF-8; UTF-16 with a byte order mark, as Windows writes it; Windows-1252 without a mark, as
 * many instruments write it. The page decides by the same rules (`file-content.ts`).
 */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Decoded text. The bytes may end in the middle of a character. */
export interface Decoded {
  encoding: Encoding
  text: string
}

export function decodeText(bytes: Uint8Array): Decoded {
  if (hasWideMark(bytes)) return decodeAs(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be', bytes)
  const utf8 = decodeAs('utf-8', bytes)
  return isMostlyRight(utf8.text) ? utf8 : decodeAs('windows-1252', bytes)
}

/** Whether the bytes begin with the byte order mark of UTF-16. */
export function hasWideMark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

function decodeAs(encoding: Encoding, bytes: Uint8Array): Decoded {
  return { encoding, text: new TextDecoder(encoding).decode(bytes, { stream: true }) }
}

/** A text is UTF-8 despite some broken characters if at least as many non-ASCII ones are valid. */
function isMostlyRight(text: string): boolean {
  if (!text.includes('\ufffd')) return true
  let broken = 0
  let right = 0
  for (const sign of text) {
    if (sign === '\ufffd') broken++
    else if (sign > '\x7f') right++
  }
  return broken <= right
}

import { htmlToText } from '../lib/html.ts'
import { decodeText } from '../lib/text-encoding.ts'

/** Runs only in the media process. */

/** The text of a text file, or of its beginning. */
export function plainText(content: Buffer, mime: string): string {
  const { text } = decodeText(content)
  if (mime === 'application/rtf') return rtfText(text)
  return /^text\/(html|xml)(;|$)/.test(mime) ? htmlToText(text) : text
}

/** Invisible parts of an RTF file: fonts, colours, styles, pictures, and all that may be skipped. */
const HIDDEN = /^\\(?:\*|fonttbl|colortbl|stylesheet|info|pict|object|themedata|datastore|xmlnstbl)/

const CHARACTERS: Readonly<Record<string, string>> = { par: '\n', line: '\n', tab: '\t', cell: '\n', row: '\n' }

function rtfText(rtf: string): string {
  const parts: string[] = []
  let depth = 0
  let hiddenFrom = Infinity
  let skip = 0
  const tokens = /\{|\}|\\'([0-9a-f]{2})|\\u(-?\d{1,6}) ?|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|[^{}\\\r\n]+/gi
  for (const { 0: token, 1: hex, 2: unicode, 3: word, 5: sign, index } of rtf.matchAll(tokens)) {
    if (token === '{') {
      depth++
      if (depth < hiddenFrom && HIDDEN.test(rtf.slice(index + 1, index + 20))) hiddenFrom = depth
    } else if (token === '}') {
      if (depth === hiddenFrom) hiddenFrom = Infinity
      depth--
    } else if (depth >= hiddenFrom) continue
    else if (unicode !== undefined) {
      parts.push(String.fromCharCode(Number(unicode) & 0xffff))
      // A fallback for programs without Unicode follows.
      skip = 1
    } else if (hex !== undefined) {
      if (skip === 0) parts.push(String.fromCharCode(Number.parseInt(hex, 16)))
      skip = 0
    } else if (word !== undefined) parts.push(CHARACTERS[word] ?? '')
    else if (sign !== undefined) parts.push(/[\\{}]/.test(sign) ? sign : ' ')
    else {
      parts.push(token.slice(skip))
      skip = 0
    }
  }
  return parts.join('')
}

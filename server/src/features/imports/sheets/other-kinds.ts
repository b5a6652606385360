import { InvalidInput } from '../../../errors.ts'

/** Kinds of files that people give the ending of a text, by their first bytes. */
const KINDS: readonly (readonly [bytes: string, kind: string])[] = [
  ['25504446', 'PDF'],
  ['89504e47', 'PNG'],
  ['ffd8ff', 'JPEG'],
  ['47494638', 'GIF'],
  ['1f8b', 'gzip'],
  ['377abcaf271c', '7z'],
  ['52617221', 'RAR'],
  ['53514c69746520666f726d617420', 'SQLite'],
  ['7f454c46', 'program'],
  ['4d5a9000', 'program'],
  ['0908', 'old Excel'],
]

const HTML = /^\uFEFF?\s*<(?:!doctype\s+html|html|head|body|table)\b/i
const XML = /^\uFEFF?\s*<\?xml\b/i

/** Refuses what is known to be no text, and says what it is. */
export function refuseOtherKinds(first: Buffer): void {
  const start = first.subarray(0, 16).toString('hex')
  if (start.startsWith('d0cf11e0')) throw new InvalidInput('table.old_excel')
  if (start.startsWith('504b0304')) {
    if (first.includes('[Content_Types].xml') || first.includes('xl/')) throw new InvalidInput('table.is_workbook')
    throw new InvalidInput('table.binary', { kind: 'ZIP' })
  }
  const known = KINDS.find(([bytes]) => start.startsWith(bytes))
  if (known) throw new InvalidInput('table.binary', { kind: known[1] })
  const text = first.subarray(0, 200).toString('utf8')
  if (HTML.test(text)) throw new InvalidInput('table.binary', { kind: 'HTML' })
  if (XML.test(text)) throw new InvalidInput('table.binary', { kind: 'XML' })
}

/** A value of a PDF file. Names, numbers, strings and words such as `true` stay as they are written. */
export type PdfValue = string | PdfRef | PdfValue[] | PdfDict
export type PdfDict = Map<string, PdfValue>

export class PdfRef {
  readonly number: number

  constructor(number: number) {
    this.number = number
  }
}

const BLANK = /[\0\t\n\f\r ]*(?:%[^\n\r]*[\0\t\n\f\r ]*)*/y
const TOKEN = /\/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+/y
const REF = /(\d+) \d+ R(?![A-Za-z])/y

/** Reads the value at `at`. Each character of the text is one byte. */
export function readValue(text: string, at: number): { value: PdfValue; end: number } {
  const start = skipBlank(text, at)
  const first = text[start]
  if (first === '<' && text[start + 1] === '<') return readDict(text, start + 2)
  if (first === '[') return readArray(text, start + 1)
  if (first === '(') return plain(text, start, endOfString(text, start))
  if (first === '<') return plain(text, start, text.indexOf('>', start) + 1)
  REF.lastIndex = start
  const ref = REF.exec(text)
  if (ref) return { value: new PdfRef(Number(ref[1])), end: REF.lastIndex }
  TOKEN.lastIndex = start
  if (!TOKEN.test(text)) throw new Error(`no value at byte ${start} of the PDF`)
  return plain(text, start, TOKEN.lastIndex)
}

function plain(text: string, start: number, end: number) {
  return { value: text.slice(start, end), end }
}

export function skipBlank(text: string, at: number): number {
  BLANK.lastIndex = at
  BLANK.test(text)
  return BLANK.lastIndex
}

function readDict(text: string, from: number): { value: PdfDict; end: number } {
  const value: PdfDict = new Map()
  let at = skipBlank(text, from)
  while (!text.startsWith('>>', at)) {
    const key = readValue(text, at)
    const entry = readValue(text, key.end)
    value.set(String(key.value).slice(1), entry.value)
    at = skipBlank(text, entry.end)
  }
  return { value, end: at + 2 }
}

function readArray(text: string, from: number): { value: PdfValue[]; end: number } {
  const value: PdfValue[] = []
  let at = skipBlank(text, from)
  while (text[at] !== ']') {
    const entry = readValue(text, at)
    value.push(entry.value)
    at = skipBlank(text, entry.end)
  }
  return { value, end: at + 1 }
}

function endOfString(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '(') depth += 1
    else if (character === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  throw new Error('a string of the PDF has no end')
}

/** Writes a value, with other numbers for the objects that it refers to. */
export function writeValue(value: PdfValue, renumber: (number: number) => number = (number) => number): string {
  if (typeof value === 'string') return value
  if (value instanceof PdfRef) return `${renumber(value.number)} 0 R`
  if (Array.isArray(value)) return `[${value.map((one) => writeValue(one, renumber)).join(' ')}]`
  return `<<${[...value].map(([key, one]) => `/${key} ${writeValue(one, renumber)}`).join('')}>>`
}

/** A text of people. */
export function textString(text: string): string {
  return `<FEFF${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

/** `D:20260302091540Z` of `2026-03-02T09:15:40.123Z` */
export function dateString(instant: string): string {
  return `(D:${instant.slice(0, 19).replace(/\D/g, '')}Z)`
}

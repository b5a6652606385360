import { type PdfDict, PdfRef, type PdfValue, readValue, skipBlank } from './values.ts'

export interface PdfObject {
  value: PdfValue
  /** The bytes of a stream, as they are stored. */
  stream: Uint8Array | undefined
}

export interface PdfFile {
  objects: Map<number, PdfObject>
  trailer: PdfDict
}

/** Reads a PDF with a plain cross-reference table, such as ours: not any PDF of the world. */
export function readPdf(pdf: Uint8Array): PdfFile {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const text = bytes.toString('latin1')
  const from = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-100))?.[1])
  if (!text.startsWith('xref', from)) throw new Error('the PDF has no plain cross-reference table')
  const { offsets, end } = readTable(text, from)
  const objects = new Map<number, PdfObject>()
  for (const [number, offset] of offsets) objects.set(number, readObject(text, bytes, offset))
  const trailer = readValue(text, text.indexOf('trailer', end) + 'trailer'.length).value
  if (!(trailer instanceof Map)) throw new Error('the PDF has no trailer')
  return { objects, trailer }
}

function readTable(text: string, from: number): { offsets: Map<number, number>; end: number } {
  const offsets = new Map<number, number>()
  const section = /\s*(\d+) (\d+)\s*\n/y
  let end = from + 'xref'.length
  for (;;) {
    section.lastIndex = end
    const found = section.exec(text)
    if (!found) return { offsets, end }
    const [first, count] = [Number(found[1]), Number(found[2])]
    for (let index = 0; index < count; index++) {
      const line = text.slice(section.lastIndex + index * 20, section.lastIndex + index * 20 + 18)
      if (line.endsWith('n')) offsets.set(first + index, Number(line.slice(0, 10)))
    }
    end = section.lastIndex + count * 20
  }
}

function readObject(text: string, bytes: Buffer, offset: number): PdfObject {
  const { value, end } = readValue(text, text.indexOf('obj', offset) + 'obj'.length)
  const after = skipBlank(text, end)
  if (!text.startsWith('stream', after) || !(value instanceof Map)) return { value, stream: undefined }
  const start = after + 'stream'.length + (text[after + 'stream'.length] === '\r' ? 2 : 1)
  return { value, stream: bytes.subarray(start, start + Number(value.get('Length'))) }
}

export function dictOf(file: PdfFile, value: PdfValue | undefined): PdfDict {
  const found = value instanceof PdfRef ? file.objects.get(value.number)?.value : value
  if (found instanceof Map) return found
  throw new Error('the PDF lacks a dictionary')
}

/** The elements of an array, or of the one that a reference names. */
export function arrayOf(file: PdfFile, value: PdfValue | undefined): PdfValue[] {
  const found = value instanceof PdfRef ? file.objects.get(value.number)?.value : value
  if (Array.isArray(found)) return found
  return value === undefined ? [] : [value]
}

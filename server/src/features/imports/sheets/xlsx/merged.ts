import type { Parts } from './parts.ts'
import { placeOf } from './places.ts'
import { attributesOf, XmlStream } from './xml-stream.ts'

/** A cell that reaches over several rows. */
export interface Merged {
  column: number
  from: number
  to: number
}

const END = Buffer.from('</sheetData>')
const PREFIXED_END = Buffer.from(':sheetData>')
const MOST = 100_000

/** The cells of a sheet that reach over several rows, by their first one. What says so comes after all rows. */
export async function readMerged(parts: Parts, part: string): Promise<Merged[]> {
  const merged: Merged[] = []
  let tail = Buffer.alloc(0)
  let xml: XmlStream | undefined
  const decoder = new TextDecoder()
  for await (const piece of parts.bytes(part)) {
    if (xml) {
      xml.push(decoder.decode(piece, { stream: true }))
      continue
    }
    const bytes = Buffer.concat([tail, piece])
    const at = Math.max(endIn(bytes, END), endIn(bytes, PREFIXED_END))
    tail = bytes.subarray(Math.max(0, bytes.length - END.length))
    if (at === -1) continue
    xml = new XmlStream({
      open(name, text) {
        if (name === 'mergeCell' && merged.length < MOST) addMerged(merged, attributesOf(text).get('ref') ?? '')
      },
      text() {},
      close() {},
    })
    xml.push('<rest>')
    xml.push(decoder.decode(bytes.subarray(at), { stream: true }))
  }
  return merged.sort((a, b) => a.from - b.from)
}

function endIn(bytes: Buffer, sign: Buffer): number {
  const at = bytes.indexOf(sign)
  return at === -1 ? -1 : at + sign.length
}

function addMerged(merged: Merged[], ref: string): void {
  const [first = '', last = ''] = ref.split(':')
  const [from, to] = [placeOf(first), placeOf(last)]
  if (from && to && to.row > from.row) merged.push({ column: from.column, from: from.row, to: to.row })
}

import { arrayOf, dictOf, type PdfFile, readPdf } from './objects.ts'
import { ObjectWriter, type PartStart, type PdfPart, SHARED } from './part.ts'
import { type PdfDict, PdfRef, type PdfValue, textString, writeValue } from './values.ts'

/** What a page needs to look as it does. Links, notes and actions stay behind. */
const OF_A_PAGE = ['Type', 'Contents', 'MediaBox', 'CropBox', 'Rotate', 'Resources', 'Group', 'UserUnit']
const MOST_DEPTH = 100

/** The pages of somebody else's PDF, with a title in the list of contents. They have no tags. */
export function foreignPart(pdf: Uint8Array, start: PartStart, title: string): PdfPart {
  const file = readPdf(pdf)
  const pages = pagesIn(file)
  const top = start.object
  const outline = top + 1
  const firstPage = top + 2
  const others = reachableFrom(file, pages)
  const numbers = new Map([...others].map((number, index) => [number, firstPage + pages.length + index]))
  const renumber = (number: number) => numbers.get(number) ?? 0
  const writer = new ObjectWriter(start.object)
  const kids = pages.map((_, index) => `${firstPage + index} 0 R`)
  const tree = `<</Type /Pages/Parent ${SHARED.pages} 0 R/Count ${pages.length}/Kids [${kids.join(' ')}]>>`
  writer.write({ value: tree, stream: undefined }, renumber)
  writer.skip()
  for (const page of pages) {
    const text = `${writeValue(page, renumber).slice(0, -2)}/Parent ${top} 0 R>>`
    writer.write({ value: text, stream: undefined }, renumber)
  }
  for (const number of others) {
    const object = file.objects.get(number)
    if (object) writer.write(object, renumber)
  }
  const text = `<</Title ${textString(title)}/Parent ${SHARED.outline} 0 R/Dest [${firstPage} 0 R /Fit]>>`
  return {
    data: writer.data(),
    offsets: writer.offsets(),
    pages: { number: top, count: pages.length },
    outline: { number: outline, text },
    elements: [],
    parents: undefined,
    names: undefined,
    roles: undefined,
    nextKey: start.key,
  }
}

function pagesIn(file: PdfFile): PdfDict[] {
  const pages: PdfDict[] = []
  const visit = (node: PdfDict, inherited: PdfDict, depth: number) => {
    if (depth > MOST_DEPTH) throw new Error('the pages of the PDF are nested too deeply')
    const known: PdfDict = new Map([...inherited, ...OF_A_PAGE.flatMap((name) => pairOf(node, name))])
    if (!node.has('Kids')) pages.push(known)
    else for (const kid of arrayOf(file, node.get('Kids'))) visit(dictOf(file, kid), known, depth + 1)
  }
  visit(dictOf(file, dictOf(file, file.trailer.get('Root')).get('Pages')), new Map(), 0)
  return pages.map((page) => new Map([...page, ['Type', '/Page']]))
}

function pairOf(dict: PdfDict, name: string): [string, PdfValue][] {
  const value = dict.get(name)
  return value === undefined ? [] : [[name, value]]
}

/** The objects that the pages need, in the order in which they come up. */
function reachableFrom(file: PdfFile, pages: readonly PdfValue[]): Set<number> {
  const found = new Set<number>()
  const waiting: PdfValue[] = [...pages]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof PdfRef) {
      const object = found.has(value.number) ? undefined : file.objects.get(value.number)
      if (!object) continue
      found.add(value.number)
      waiting.push(object.value)
    } else if (typeof value !== 'string') for (const one of value.values()) waiting.push(one)
  }
  return found
}

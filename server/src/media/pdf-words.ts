import type { PageWords } from '@aliquot/contract/page-words'
import type { PDFiumDocument } from '@hyzyla/pdfium'
import { MOST_PAGE_WORDS } from './limits.ts'

/** Runs only in the media process. */

/** What we use of the engine beyond what its package describes. */
interface Engine {
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(textPage: number): void
  _FPDFText_CountChars(textPage: number): number
  _FPDFText_GetUnicode(textPage: number, index: number): number
  /** Writes left, top, right and bottom as 32-bit floats. */
  _FPDFText_GetLooseCharBox(textPage: number, index: number, rect: number): number
  /** Turns and crops as the picture of the page is; writes x and y as integers. */
  _FPDF_PageToDevice(
    page: number,
    ...device: [
      x: number,
      y: number,
      width: number,
      height: number,
      turn: number,
      fromX: number,
      fromY: number,
      toX: number,
      toY: number,
    ]
  ): void
  wasmExports: { malloc(size: number): number; free(place: number): void }
  HEAPU8: Uint8Array
}

/** Fractions of a point, which PageToDevice rounds to. */
const FINE = 100

/** The words of a page and where they are, in points from its upper left corner. */
export function wordsOfPage(document: PDFiumDocument, number: number): PageWords {
  const page = document.getPage(number - 1)
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  const { module: engine, pageIdx } = page as unknown as { module: Engine; pageIdx: number }
  const result: PageWords = { page: number, width: round(width), height: round(height), lines: [] }
  const textPage = engine._FPDFText_LoadPage(pageIdx)
  if (!textPage) return result
  const place = engine.wasmExports.malloc(24)
  try {
    const words = new WordCollector()
    const count = engine._FPDFText_CountChars(textPage)
    for (let index = 0; index < count && words.count < MOST_PAGE_WORDS; index++) {
      const code = engine._FPDFText_GetUnicode(textPage, index)
      if (isLineEnd(code)) words.endLine()
      else if (isBlank(code)) words.endWord()
      else words.add(signOf(code), boxOf(index))
    }
    words.endLine()
    result.lines = words.lines
  } finally {
    engine.wasmExports.free(place)
    engine._FPDFText_ClosePage(textPage)
  }
  return result

  function boxOf(index: number): Box | undefined {
    if (!engine._FPDFText_GetLooseCharBox(textPage, index, place)) return undefined
    // The memory may have grown and moved since.
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(engine.HEAPU8.buffer, place, 4)
    const [x1, y1] = toDevice(left, top)
    const [x2, y2] = toDevice(right, bottom)
    return { left: Math.min(x1, x2), right: Math.max(x1, x2), top: Math.min(y1, y2), bottom: Math.max(y1, y2) }
  }

  function toDevice(x: number, y: number): [number, number] {
    const to = place + 16
    engine._FPDF_PageToDevice(pageIdx, 0, 0, width * FINE, height * FINE, 0, x, y, to, to + 4)
    const [deviceX = 0, deviceY = 0] = new Int32Array(engine.HEAPU8.buffer, to, 2)
    return [deviceX / FINE, deviceY / FINE]
  }
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Longer words are cut in two: they are rather a table without blanks. */
const MOST_WORD = 200

class WordCollector {
  readonly lines: PageWords['lines'] = []
  count = 0
  #line: PageWords['lines'][number] = []
  #text = ''
  #box: Box | undefined

  add(sign: string, box: Box | undefined): void {
    if (this.#text.length >= MOST_WORD) this.endWord()
    this.#text += sign
    this.#box = box && this.#box ? around(this.#box, box) : (this.#box ?? box)
  }

  endWord(): void {
    const [text, box] = [this.#text, this.#box]
    this.#text = ''
    this.#box = undefined
    if (text === '' || !box || !Object.values(box).every(Number.isFinite)) return
    const { left, right, top, bottom } = box
    this.#line.push({ text, x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) })
    this.count += 1
  }

  endLine(): void {
    this.endWord()
    if (this.#line.length > 0) this.lines.push(this.#line)
    this.#line = []
  }
}

function around(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

function round(points: number): number {
  return Math.round(points * FINE) / FINE
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13
}

/** Control characters, too: the engine writes a soft hyphen as 2. */
function isBlank(code: number): boolean {
  return code <= 32 || (code >= 127 && code <= 160) || code === 0xfffe || code === 0xffff
}

/** Half of a surrogate pair is no character; broken fonts name them. */
function signOf(code: number): string {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
}

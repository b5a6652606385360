import type { PageWords } from '@aliquot/contract/page-words'
import type { PDFiumDocument } from '@hyzyla/pdfium'
import { MOST_TEXT } from './limits.ts'
import { wordsOfPage } from './pdf-words.ts'
import { openPdfium } from './pdfium.ts'
import { type Bitmap, drawBitmap } from './pictures.ts'

/** Runs only in the media process. */

async function withDocument<T>(content: Buffer, work: (document: PDFiumDocument) => T | Promise<T>): Promise<T> {
  const { library } = await openPdfium()
  const document = await library.loadDocument(content)
  try {
    return await work(document)
  } finally {
    document.destroy()
  }
}

export interface Page {
  data: Uint8Array
  pages: number
}

/** Draws a page, counted from 1. Undefined if there is no such page. */
export function drawPage(content: Buffer, page: number, side: number): Promise<Page | undefined> {
  return withDocument(content, async (document) => {
    const pages = document.getPageCount()
    if (page > pages) return undefined
    return { data: await drawBitmap(await render(document, page, side), side), pages }
  })
}

async function render(document: PDFiumDocument, number: number, side: number): Promise<Bitmap> {
  return bitmapOf(document, number, ({ width, height }) => side / Math.max(width, height))
}

/** A page as a bitmap of this width. */
export function bitmapOfPage(content: Buffer, page: number, wide: number): Promise<Bitmap> {
  return withDocument(content, (document) => bitmapOf(document, page, ({ width }) => wide / width))
}

async function bitmapOf(
  document: PDFiumDocument,
  number: number,
  scaleOf: (page: { width: number; height: number }) => number,
): Promise<Bitmap> {
  const page = document.getPage(number - 1)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = scaleOf({ width: originalWidth, height: originalHeight })
  if (!(scale > 0 && scale < Infinity)) throw new Error('a page without a size')
  const [width, height] = [originalWidth, originalHeight].map((length) => Math.max(1, Math.round(length * scale)))
  const { data, ...size } = await page.render({ width, height, render: 'bitmap' })
  return { width: size.width, height: size.height, data }
}

/** The words of some pages as JSON, within the time limit; at least those of the first. */
export function wordsOfPages(content: Buffer, first: number, count: number, mostMs: number): Promise<Page | undefined> {
  const end = performance.now() + mostMs
  return withDocument(content, (document) => {
    const pages = document.getPageCount()
    if (first > pages) return undefined
    const found: PageWords[] = []
    for (let page = first; page < first + count && page <= pages; page++) {
      if (page > first && performance.now() >= end) break
      found.push(...wordsIfReadable(document, page))
    }
    return { data: Buffer.from(JSON.stringify(found)), pages }
  })
}

/**
 * The library keeps each visited page until the document is closed. Reopening takes longer the more pages there are, so
 * it happens a limited number of times.
 */
const FEWEST_AT_ONCE = 50
const MOST_OPENINGS = 40

/** The text of the pages, within the limits of size and time; at least that of the first page. */
export async function textOfPages(content: Buffer, mostMs: number) {
  const end = performance.now() + mostMs
  let [text, read, pages] = ['', 0, 1]
  const isEnough = () => text.length >= MOST_TEXT || (read > 0 && performance.now() >= end)
  while (read < pages && !isEnough()) {
    await withDocument(content, (document) => {
      pages = document.getPageCount()
      const last = Math.min(pages, read + Math.max(FEWEST_AT_ONCE, Math.ceil(pages / MOST_OPENINGS)))
      while (read < last && !isEnough()) text += `${textOf(document, read++)}\n`
    })
  }
  return { text, read, pages }
}

/** An unreadable page does not hide the others. */
function wordsIfReadable(document: PDFiumDocument, page: number): PageWords[] {
  try {
    return [wordsOfPage(document, page)]
  } catch {
    return []
  }
}

/** An unreadable page does not hide the others. */
function textOf(document: PDFiumDocument, index: number): string {
  try {
    return document.getPage(index).getText()
  } catch {
    return ''
  }
}

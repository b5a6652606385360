import type { PDFiumDocument } from '@hyzyla/pdfium'
import { MOST_TEXT } from './limits.ts'
import { type Bitmap, drawBitmap } from './pictures.ts'

/** Runs in the process for contents only. */

async function openLibrary() {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  return PDFiumLibrary.init()
}

let library: ReturnType<typeof openLibrary> | undefined

async function withDocument<T>(content: Buffer, work: (document: PDFiumDocument) => T | Promise<T>): Promise<T> {
  library ??= openLibrary()
  const document = await (await library).loadDocument(content)
  try {
    return await work(document)
  } finally {
    document.destroy()
  }
}

export interface Page {
  picture: Uint8Array
  pages: number
}

/** A page as a picture; the first one is 1. Undefined when it has no such page. */
export function drawPage(content: Buffer, page: number, side: number): Promise<Page | undefined> {
  return withDocument(content, async (document) => {
    const pages = document.getPageCount()
    if (page > pages) return undefined
    return { picture: await drawBitmap(await render(document, page, side), side), pages }
  })
}

async function render(document: PDFiumDocument, number: number, side: number): Promise<Bitmap> {
  const page = document.getPage(number - 1)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = side / Math.max(originalWidth, originalHeight)
  if (!(scale > 0 && scale < Infinity)) throw new Error('a page without a size')
  const [width, height] = [originalWidth, originalHeight].map((length) => Math.max(1, Math.round(length * scale)))
  const { data, ...size } = await page.render({ width, height, render: 'bitmap' })
  return { width: size.width, height: size.height, data }
}

/** The library keeps each page that it has looked at until the document is closed. */
const PAGES_AT_ONCE = 50

/** The text of all pages, as far as it is wanted. */
export async function textOfPages(content: Buffer): Promise<string> {
  let text = ''
  for (let first = 0, pages = 1; first < pages && text.length < MOST_TEXT; first += PAGES_AT_ONCE) {
    text += await withDocument(content, (document) => {
      pages = document.getPageCount()
      return readPages(document, first, Math.min(pages, first + PAGES_AT_ONCE))
    })
  }
  return text
}

function readPages(document: PDFiumDocument, first: number, end: number): string {
  let text = ''
  for (let index = first; index < end && text.length < MOST_TEXT; index++) text += `${textOf(document, index)}\n`
  return text
}

/** A page that cannot be read does not hide the others. */
function textOf(document: PDFiumDocument, index: number): string {
  try {
    return document.getPage(index).getText()
  } catch {
    return ''
  }
}

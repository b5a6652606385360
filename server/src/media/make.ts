import { readFile } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'
import { foreignPart } from '../lib/pdf/foreign-part.ts'
import type { PdfPart } from '../lib/pdf/part.ts'
import { searchTokens } from '../lib/text.ts'
import { cleanText } from './clean-text.ts'
import { MOST_TEXT } from './limits.ts'
import { officeText } from './office.ts'
import { drawPage, textOfPages, wordsOfPages } from './pdf.ts'
import { copyOfPages } from './pdf-copy.ts'
import { drawImage } from './pictures.ts'
import { plainText } from './plain.ts'
import type { AppendRequest, ContentRequest, MadePage, MadeText } from './protocol.ts'

/** Runs only in the media process. */

export function make(request: ContentRequest): Promise<MadeText | MadePage | PdfPart> {
  switch (request.task) {
    case 'text':
      return makeText(request)
    case 'words':
      return makeWords(request)
    case 'page':
      return makePage(request)
    case 'append':
      return makePart(request)
  }
}

async function makeText(request: Extract<ContentRequest, { task: 'text' }>): Promise<MadeText> {
  const { text: found, problem } = await textIn(request)
  const text = cleanText(found)
  return { words: searchTokens(text).join(' '), text: text === '' ? null : deflateRawSync(text), problem }
}

async function makePage({ path, mime, page, side }: Omit<Extract<ContentRequest, { task: 'page' }>, 'task'>) {
  const content = await readFile(path)
  if (mime === 'application/pdf') return (await drawPage(content, page, side)) ?? null
  return page === 1 ? { data: await drawImage(content, side), pages: null } : null
}

async function makeWords({ path, page, count, mostMs }: Extract<ContentRequest, { task: 'words' }>): Promise<MadePage> {
  return (await wordsOfPages(await readFile(path), page, count, mostMs)) ?? null
}

async function makePart({ path, mostPages, title, start }: AppendRequest): Promise<PdfPart> {
  return foreignPart(await copyOfPages(await readFile(path), mostPages), start, title)
}

interface Found {
  text: string
  problem: string | null
}

async function textIn({ path, mime, mostMs }: Extract<ContentRequest, { task: 'text' }>): Promise<Found> {
  if (mime === 'application/pdf') return textOfPdf(await readFile(path), mostMs)
  if (mime === 'application/zip') return { text: (await officeText(path)) ?? '', problem: null }
  return { text: plainText(await readFile(path), mime), problem: null }
}

async function textOfPdf(content: Buffer, mostMs: number): Promise<Found> {
  const { text, read, pages } = await textOfPages(content, mostMs)
  const isCut = read < pages && text.length < MOST_TEXT
  return { text, problem: isCut ? `only ${read} of ${pages} pages were read in ${mostMs / 1000} seconds` : null }
}

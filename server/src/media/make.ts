import { readFile } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'
import { cutUnits, searchTokens } from '../lib/text.ts'
import { MOST_TEXT } from './limits.ts'
import { officeText } from './office.ts'
import { drawPage, textOfPages, wordsOfPages } from './pdf.ts'
import { drawImage } from './pictures.ts'
import { plainText } from './plain.ts'
import type { MadePage, MadeText, Request } from './protocol.ts'

/** Runs only in the media process. */

export function make(request: Request): Promise<MadeText | MadePage> {
  if (request.task === 'text') return makeText(request)
  return request.task === 'words' ? makeWords(request) : makePage(request)
}

async function makeText(request: Extract<Request, { task: 'text' }>): Promise<MadeText> {
  const { text: found, problem } = await textIn(request)
  const text = cleanText(found)
  return { words: searchTokens(text).join(' '), text: text === '' ? null : deflateRawSync(text), problem }
}

async function makePage({ path, mime, page, side }: Omit<Extract<Request, { task: 'page' }>, 'task'>) {
  const content = await readFile(path)
  if (mime === 'application/pdf') return (await drawPage(content, page, side)) ?? null
  return page === 1 ? { data: await drawImage(content, side), pages: null } : null
}

async function makeWords({ path, page, count, mostMs }: Extract<Request, { task: 'words' }>): Promise<MadePage> {
  return (await wordsOfPages(await readFile(path), page, count, mostMs)) ?? null
}

interface Found {
  text: string
  problem: string | null
}

async function textIn({ path, mime, mostMs }: Extract<Request, { task: 'text' }>): Promise<Found> {
  if (mime === 'application/pdf') return textOfPdf(await readFile(path), mostMs)
  if (mime === 'application/zip') return { text: (await officeText(path)) ?? '', problem: null }
  return { text: plainText(await readFile(path), mime), problem: null }
}

async function textOfPdf(content: Buffer, mostMs: number): Promise<Found> {
  const { text, read, pages } = await textOfPages(content, mostMs)
  const isCut = read < pages && text.length < MOST_TEXT
  return { text, problem: isCut ? `only ${read} of ${pages} pages were read in ${mostMs / 1000} seconds` : null }
}

/** Makes text storable: no control characters, no lone surrogates. */
export function cleanText(text: string): string {
  return cutUnits(text.slice(0, MOST_TEXT + 1), MOST_TEXT)
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]+/gu, ' ')
    .trim()
}

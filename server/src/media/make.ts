import { readFile } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'
import { cutUnits, searchTokens } from '../lib/text.ts'
import { isImage, isText, MOST_TEXT, THUMBNAIL_SIDE } from './limits.ts'
import { officeText } from './office.ts'
import { drawPage, textOfPages } from './pdf.ts'
import { drawImage } from './pictures.ts'
import { plainText } from './plain.ts'
import type { MadeContent, MadePage, Request } from './protocol.ts'

/** Runs in the process for contents only. */

export function make(request: Request): Promise<MadeContent | MadePage> {
  return request.task === 'content' ? makeContent(request.path, request.mime) : makePage(request)
}

/** Each part by itself: a broken text does not hide the picture. */
async function makeContent(path: string, mime: string): Promise<MadeContent> {
  const problems = new Set<string>()
  const attempt = <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      problems.add(error instanceof Error ? error.message : String(error))
      return null
    })
  const page = await attempt(pictureOf(path, mime))
  const text = cleanText((await attempt(textIn(path, mime))) ?? '')
  return {
    thumbnail: page?.picture ?? null,
    pages: page?.pages ?? null,
    words: searchTokens(text).join(' '),
    text: text === '' ? null : deflateRawSync(text),
    problem: problems.size > 0 ? cleanText([...problems].join('; ')).slice(0, 500) : null,
  }
}

async function pictureOf(path: string, mime: string): Promise<MadePage> {
  if (!isImage(mime) && mime !== 'application/pdf') return null
  return makePage({ path, mime, page: 1, side: THUMBNAIL_SIDE })
}

async function makePage({ path, mime, page, side }: Omit<Extract<Request, { task: 'page' }>, 'task'>) {
  const content = await readFile(path)
  if (mime === 'application/pdf') return (await drawPage(content, page, side)) ?? null
  return page === 1 ? { picture: await drawImage(content, side), pages: null } : null
}

async function textIn(path: string, mime: string): Promise<string> {
  if (mime === 'application/pdf') return textOfPages(await readFile(path))
  if (mime === 'application/zip') return (await officeText(path)) ?? ''
  return isText(mime) || mime === 'application/rtf' ? plainText(await readFile(path), mime) : ''
}

/** As it can be stored and shown: no control characters, no halves of characters. */
function cleanText(text: string): string {
  return cutUnits(text.slice(0, MOST_TEXT + 1), MOST_TEXT)
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]+/gu, ' ')
    .trim()
}

import type { Entity } from '@aliquot/contract/entities'
import type { UploadRow } from '../../../db/schema.ts'
import { ContentAltered, ContentMissing } from '../../../files/store.ts'
import { escapeHtml } from '../../../lib/html.ts'
import type { PdfBinder } from '../../../lib/pdf/binder.ts'
import type { PdfPart } from '../../../lib/pdf/part.ts'
import { MOST_BYTES } from '../../../media/limits.ts'
import { Broken, Unreadable } from '../../../media/maker.ts'
import { makerOf, pressOf, withCopy } from '../../../media/workplace.ts'
import type { Viewer } from '../../entries/entries.record.ts'
import { STATE } from '../../entries/entries.types.ts'
import type { Reader } from './reader.ts'
import { sheetOf } from './sheet-of.ts'

/** Of one entry. */
const MOST_FILES = 100
/** Of one file. */
const MOST_PAGES = 2000

/** The PDFs among the files of an entry, behind its pages. A last page names those that cannot be there. */
export async function* appendedPdfs(
  binder: PdfBinder,
  viewer: Viewer,
  { entry, uploads }: { entry: Entity; uploads: readonly UploadRow[] },
  reader: Reader,
): AsyncGenerator<Buffer> {
  const pdfs = uploads.filter(({ mime, state }) => mime === 'application/pdf' && state === STATE.normal)
  const left = pdfs.slice(MOST_FILES)
  for (const file of pdfs.slice(0, MOST_FILES)) {
    const part = await pagesIn(viewer, file, binder)
    if (part) yield* binder.add(part)
    else left.push(file)
  }
  if (left.length > 0) yield* binder.add(await notePage(viewer, entry, left, reader, binder))
}

/** Undefined if it is damaged, protected or too large. */
async function pagesIn({ ctx, actor }: Viewer, file: UploadRow, binder: PdfBinder): Promise<PdfPart | undefined> {
  if (file.filesize > MOST_BYTES) return undefined
  try {
    return await withCopy(ctx, file, (path) =>
      makerOf(ctx).make(
        { task: 'append', path, mostPages: MOST_PAGES, title: file.real_name, start: binder.start() },
        { person: actor.userid },
      ),
    )
  } catch (error) {
    if (![Broken, Unreadable, ContentMissing, ContentAltered].some((kind) => error instanceof kind)) throw error
    ctx.log.warn({ err: error, upload: file.id }, 'a PDF could not be appended to the pages of its entry')
    return undefined
  }
}

function notePage(
  { ctx, actor, baseUrl }: Viewer,
  entry: Entity,
  left: UploadRow[],
  reader: Reader,
  binder: PdfBinder,
) {
  const bare = {
    ...{ reader, baseUrl, files: [], pictures: new Map(), changelog: false, classification: '' },
    embedded: 'nothing' as const,
  }
  const names = left.map(({ real_name }) => `<li><p>${escapeHtml(real_name)}</p></li>`).join('')
  const html = `<p><em>${escapeHtml(reader.language.words.notAppended)}</em></p><ul>${names}</ul>`
  const sheet = { ...sheetOf(ctx, entry, bare), html, badges: [], facts: [], sections: [] }
  return pressOf(ctx).make({ task: 'paper', sheet, start: binder.start() }, { person: actor.userid })
}

import type { Entity } from '@aliquot/contract/entities'
import type { PartStart, PdfPart } from '../../../lib/pdf/part.ts'
import { Broken, Unreadable } from '../../../media/maker.ts'
import type { Sheet } from '../../../media/paper/sheet.ts'
import { pressOf } from '../../../media/workplace.ts'
import type { Viewer } from '../../entries/entries.record.ts'
import type { NamedFile } from '../exports.page.ts'
import { picturesOf } from './pictures.ts'
import type { Reader } from './reader.ts'
import { type SheetOptions, sheetOf } from './sheet-of.ts'

export interface PagesOptions extends Pick<SheetOptions, 'changelog' | 'classification' | 'embedded'> {
  reader: Reader
  files: readonly NamedFile[]
  /** The files as the storage has them. */
  contents: Parameters<typeof picturesOf>[3]
}

/**
 * The pages of an entry. A text that cannot be set is left out, and the pages say so; then everything but the title and
 * the address, because one entry must not end an export of many.
 */
export async function pagesOf(
  { ctx, actor, baseUrl }: Viewer,
  entry: Entity,
  options: PagesOptions,
  start: PartStart,
): Promise<PdfPart> {
  const { reader, contents } = options
  const html = entry.body_html ?? ''
  const pictures = await picturesOf(ctx, actor, html, contents, reader.showsFiles || options.embedded !== 'nothing')
  const sheet = sheetOf(ctx, entry, { ...options, pictures, baseUrl })
  const note = { html: `<p><em>${reader.language.words.tooHard}</em></p>`, pictures: new Map() }
  const bare = { ...note, badges: [], facts: [], sections: [] }
  const set = async (one: Sheet, ...lesser: Sheet[]): Promise<PdfPart> => {
    try {
      return await pressOf(ctx).make({ task: 'paper', sheet: one, start }, { person: actor.userid })
    } catch (error) {
      const [next, ...others] = lesser
      if (!next || !(error instanceof Broken || error instanceof Unreadable)) throw error
      ctx.log.error({ err: error, entry: entry.id }, 'an entry could not be set on paper as a whole')
      return set(next, ...others)
    }
  }
  return set(sheet, { ...sheet, ...note }, { ...sheet, ...bare })
}

import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { find } from '../../users/users.lookup.ts'
import { DEFAULT_PREFERENCES, preferencesOf } from '../../users/users.preferences.ts'
import { fullnameOf } from '../../users/users.record.ts'
import { type Language, languageOf } from './words/languages.ts'

/** Whoever gets the pages. */
export interface Reader {
  name: string
  language: Language
  page: { width: number; height: number }
  /** Their own choices. */
  showsFiles: boolean
  isSigned: boolean
  /** The PDFs among the files follow as pages. */
  appendsPdfs: boolean
}

/** Millimetres. */
const PAGES: Readonly<Record<string, Reader['page']>> = {
  A4: { width: 210, height: 297 },
  LETTER: { width: 215.9, height: 279.4 },
  ROYAL: { width: 156, height: 234 },
}
const A4 = { width: 210, height: 297 }

export async function readerOf(ctx: Context, { userid }: Pick<Actor, 'userid'>): Promise<Reader> {
  const user = await find(ctx.db.read, userid)
  const { lang, pdf_format, inc_files_pdf, pdf_sig, append_pdfs } = user ? preferencesOf(user) : DEFAULT_PREFERENCES
  return {
    name: user ? fullnameOf(user) : '',
    language: languageOf(lang),
    page: PAGES[pdf_format] ?? A4,
    showsFiles: Number(inc_files_pdf) === 1,
    isSigned: Number(pdf_sig) === 1,
    appendsPdfs: Number(append_pdfs) === 1,
  }
}

import { CLASSIFICATIONS } from '@aliquot/contract/exports'
import type { SheetWords } from '../../../../media/paper/sheet.ts'
import { english, type PaperWords } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'

export type { PaperWords } from './english.ts'

const LANGUAGES: Readonly<Record<string, PaperWords>> = { en: english, fr: french, de: german }

export interface Language {
  /** `de` */
  code: string
  words: PaperWords
}

/** The words for a preference such as `de_DE`; English for languages without a translation. */
export function languageOf(preference: string): Language {
  const code = preference.slice(0, 2)
  const words = LANGUAGES[code]
  return words ? { code, words } : { code: 'en', words: english }
}

/** `Vertraulich` for `Confidential` */
export function classificationIn({ words }: Language, english: string): string {
  const number = Object.entries(CLASSIFICATIONS).find(([, name]) => name === english)?.[0]
  return words.classifications[Number(number) as keyof PaperWords['classifications']] ?? ''
}

/** Those that another process can get: plain texts. */
export function sheetWords({ words }: Language): SheetWords {
  const { page, callouts, recording, notFetched, notShown, moreRows, noFont } = words
  return { page, callouts, recording, notFetched, notShown, moreRows, noFont }
}

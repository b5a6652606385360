import { english, type MailWords } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'

const LANGUAGES: Readonly<Record<string, MailWords>> = { en: english, fr: french, de: german }

export interface Language {
  /** `de` */
  code: string
  words: MailWords
}

/** The words for a preference such as `de_DE`; English for languages without a translation. */
export function languageOf(preference: string): Language {
  const code = preference.slice(0, 2)
  const words = LANGUAGES[code]
  return words ? { code, words } : { code: 'en', words: english }
}

import type { Language } from './catalogue.ts'

/** Begins as a sentence does. */
export function withCapital(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}

import { cutUnits } from '../lib/text.ts'
import { MOST_TEXT } from './limits.ts'

/** Makes text storable: no control characters, no lone surrogates. */
export function cleanText(text: string): string {
  return cutUnits(text.slice(0, MOST_TEXT + 1), MOST_TEXT)
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]+/gu, ' ')
    .trim()
}

import type { Writing } from '@aliquot/contract/refusals/sentence'
import { roomText } from '../amounts.ts'
import { localeOf } from '../locale.ts'

/** How a language writes what is filled in, with the numbers of the reader's country. */
export function writingIn(language: string): Writing {
  return {
    count: (value) => value.toLocaleString(localeOf(language)),
    bytes: (value) => roomText(value, language),
    either: (choices) => new Intl.ListFormat(language, { type: 'disjunction' }).format(choices),
    every: (choices) => new Intl.ListFormat(language, { type: 'conjunction' }).format(choices),
  }
}

import { REFUSALS, type RefusalCode } from './index.ts'
import type { Said } from './say.ts'
import { type Filled, fillIn, type Sentence, type Writing } from './sentence.ts'

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

// British: no comma before the last "or".
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const every = new Intl.ListFormat('en-GB', { type: 'conjunction' })

export const writing: Writing = {
  count: String,
  bytes(value) {
    const power = value < 1024 ? 0 : Math.min(Math.floor(Math.log2(value) / 10), UNITS.length - 1)
    return `${Number((value / 1024 ** power).toFixed(2))} ${UNITS[power]}`
  },
  either: (words) => either.format(words),
  every: (words) => every.format(words),
}

export const sentences: Readonly<Record<RefusalCode, Sentence>> = REFUSALS

/** The words in which the service and the command line say it. */
export function inEnglish({ reason, params }: Said): Filled {
  return fillIn(sentences[reason], params, writing)
}

import { REFUSALS, type RefusalCode } from './index.ts'
import type { Said } from './say.ts'
import { type Filled, fillIn, type Sentence, type Writing } from './sentence.ts'

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

type ListType = 'conjunction' | 'disjunction'
const listFormats = new Map<ListType, Intl.ListFormat>()

export const writing: Writing = {
  count: String,
  bytes(value) {
    const power = value < 1024 ? 0 : Math.min(Math.floor(Math.log2(value) / 10), UNITS.length - 1)
    return `${Number((value / 1024 ** power).toFixed(2))} ${UNITS[power]}`
  },
  either: (words) => listed(words, 'disjunction'),
  every: (words) => listed(words, 'conjunction'),
}

/** Made on first use: the data of its language takes 15 ms of a start. */
function listed(words: readonly string[], type: ListType): string {
  const known = listFormats.get(type)
  // British: no comma before the last "or".
  const format = known ?? new Intl.ListFormat('en-GB', { type })
  if (!known) listFormats.set(type, format)
  return format.format(words)
}

export const sentences: Readonly<Record<RefusalCode, Sentence>> = REFUSALS

/** The words in which the service and the command line say it. */
export function inEnglish({ reason, params }: Said): Filled {
  return fillIn(sentences[reason], params, writing)
}

import { cutUnits } from '../../lib/text.ts'
import type { PendingField } from './imports.fields.ts'

/** What the numbers of a source mean here: undefined if it is nothing, or a text where only words are left. */
export interface Meanings {
  file(number: number): number | undefined
  person(number: number): Promise<number | string | undefined>
}

/** Of all fields of an entry: a number of three digits may stand for a name of hundreds. */
const MOST_WORDS = 100_000

/** Fills in what is known with the entry itself: its files, and people. The rest waits for the other entries. */
export async function settleOwn(pending: readonly PendingField[], meanings: Meanings): Promise<PendingField[]> {
  const settled: PendingField[] = []
  const once = { ...meanings, person: eachOnce(meanings.person) }
  let room = MOST_WORDS
  for (const given of pending) {
    const field = await settle(given, once)
    if (field.words !== undefined) field.words = cutUnits(field.words, room)
    room -= field.words?.length ?? 0
    settled.push(field)
  }
  return settled
}

/** Thousands of values may point to the same person. */
function eachOnce(find: Meanings['person']): Meanings['person'] {
  const known = new Map<number, ReturnType<Meanings['person']>>()
  return (number) => {
    const found = known.get(number) ?? find(number)
    known.set(number, found)
    return found
  }
}

async function settle(field: PendingField, { file, person }: Meanings): Promise<PendingField> {
  if (field.type !== 'uploads' && field.type !== 'users') return field
  const found: (number | string | undefined)[] = []
  for (const value of [field.value].flat()) {
    const number = numberIn(value)
    found.push(number === undefined ? undefined : field.type === 'uploads' ? file(number) : await person(number))
  }
  if (found.every((id) => typeof id === 'number')) return { ...field, here: found }
  const words = found.map((one, index) => one ?? String([field.value].flat()[index]))
  return field.type === 'users' ? { ...field, words: words.join(', ') } : field
}

/** An id as it is stored: a number, or the same as a text. */
export function numberIn(value: unknown): number | undefined {
  const number = Number(typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value))
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

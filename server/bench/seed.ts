import { random } from '../seed/random.ts'
import { drive } from './load.ts'
import { patch, post } from './requests.ts'

/**
 * The search words: one occurs in twenty entries, whatever the size; the others in a fixed share. The smallest notebook
 * fills a page with each of them, because a shorter page costs less.
 */
export const SOUGHT = {
  'in 20 entries': { word: 'xylophilin', oneOf: (count: number) => Math.max(1, Math.floor(count / 20)) },
  'in every 60th': { word: 'centrifuge', oneOf: () => 60 },
  'in every 20th': { word: 'lysate', oneOf: () => 20 },
  'in every 10th': { word: 'pellet', oneOf: () => 10 },
  'in every 2nd': { word: 'buffer', oneOf: () => 2 },
}

const WORDS = Array.from(
  { length: 3000 },
  (_, number) => `w${((number * 2654435761) % 46656).toString(36).padStart(3, '0')}`,
)

const CONNECTIONS = 64
/** The number of recent writes that may not have arrived. */
const IN_FLIGHT = 2 * CONNECTIONS

/**
 * Creates experiments through the API, as a busy lab would: a title, a kilobyte of text, two tags. After every tenth an
 * older one is changed, so that the newest changes are not just the newest entries.
 */
export async function seedExperiments(port: number, key: string, count: number): Promise<void> {
  let number = 0
  let changed = 0
  const refusals: number[] = []
  await drive(port, CONNECTIONS, {
    next: () => {
      if (number % 10 === 0 && number > changed && number > IN_FLIGHT) {
        changed = number
        return patch(port, key, `/experiments/${anOlderOne(number)}`, { rating: 3 })
      }
      if (number === count) return undefined
      number++
      return post(port, key, '/experiments', experiment(number, count))
    },
    done: (status) => {
      // A change of PostgreSQL that starts over leaves out an id.
      if (![200, 201, 404].includes(status)) refusals.push(status)
    },
  })
  if (refusals.length > 0) {
    throw new Error(`${refusals.length} writes of ${count} experiments were refused, the first with ${refusals[0]}`)
  }
}

/** The id of an existing one. Its age is log-uniform, because old entries rarely change. */
function anOlderOne(number: number): number {
  const age = IN_FLIGHT * (number / IN_FLIGHT) ** random(number)()
  return Math.max(1, Math.floor(number - age))
}

function experiment(number: number, count: number): object {
  const pick = random(number)
  const text = Array.from({ length: 160 }, () => WORDS[Math.floor(WORDS.length * pick() ** 3)]).join(' ')
  const sought = Object.values(SOUGHT).flatMap(({ word, oneOf }) => (number % oneOf(count) === 0 ? [word] : []))
  return {
    title: `Experiment ${number} ${WORDS[Math.floor(WORDS.length * pick())]}`,
    body: `<p>${text}</p><p>${sought.join(' ')}</p>`,
    tags: [`project ${number % 50}`, `method ${number % 7}`],
  }
}

import { drive } from './load.ts'
import { post } from './requests.ts'

/** Occurs in twenty entries, however many there are. */
export const RARE_WORD = 'xylophilin'
/** Occurs in every second entry. */
export const COMMON_WORD = 'buffer'

const WORDS = Array.from(
  { length: 3000 },
  (_, number) => `w${((number * 2654435761) % 46656).toString(36).padStart(3, '0')}`,
)

/** Writes experiments through the API, as a busy lab would: a title, a kilobyte of text, two tags. */
export async function seedExperiments(port: number, key: string, count: number): Promise<void> {
  let number = 0
  let failures = 0
  await drive(port, 64, {
    next: () => (number < count ? post(port, key, '/experiments', experiment(number++, count)) : undefined),
    done: (status) => {
      if (status !== 201) failures++
    },
  })
  if (failures > 0) throw new Error(`${failures} of ${count} experiments were refused`)
}

function experiment(number: number, count: number): object {
  const pick = random(number)
  const text = Array.from({ length: 160 }, () => WORDS[Math.floor(WORDS.length * pick() ** 3)]).join(' ')
  const rare = number % Math.max(1, Math.floor(count / 20)) === 0 ? RARE_WORD : ''
  const common = number % 2 === 0 ? COMMON_WORD : ''
  return {
    title: `Experiment ${number} ${WORDS[Math.floor(WORDS.length * pick())]}`,
    body: `<p>${text}</p><p>${rare} ${common}</p>`,
    tags: [`project ${number % 50}`, `method ${number % 7}`],
  }
}

/** The same numbers in every run. */
function random(seed: number): () => number {
  let state = (seed + 1) * 2654435761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    return state / 2 ** 32
  }
}

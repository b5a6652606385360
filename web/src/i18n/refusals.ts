import type { Language } from './text.tsx'

/** How the service's refusals are said in another language than its own. */
export interface Refusals {
  /** Names of fields as a form calls them; others stay as the service writes them. */
  names: Readonly<Record<string, string>>
  /** Between a field and what is wrong with it. */
  colon: string
  /** What follows a search that is not understood; `$1` is the place. */
  place: string
  /** What the service says, `{}` for any words, and what to say for it, with `$1` for the first of them. */
  sayings: readonly (readonly [said: string, words: string])[]
}

interface Known extends Refusals {
  patterns: readonly (readonly [RegExp, string])[]
}

const loaders: Readonly<Partial<Record<Language, () => Promise<{ refusals: Refusals }>>>> = {
  fr: () => import('./refusals.fr.ts'),
}
const known = new Map<Language, Known>()

/** Fetches the words of a language ahead of the first refusal: there are many, and most people see none of them. */
export async function loadRefusals(language: Language): Promise<void> {
  if (known.has(language)) return
  const loaded = await loaders[language]?.()
  if (!loaded) return
  const patterns = loaded.refusals.sayings.map(([said, words]) => [patternOf(said), words] as const)
  known.set(language, { ...loaded.refusals, patterns })
}

const PLACE = /^(.*), at character (\d+)$/s

/** A sentence of the service in the reader's language; as it came where nobody has translated it. */
export function translateRefusal(said: string, language: Language): string {
  const words = known.get(language)
  return words ? translate(said, words) : said
}

function translate(said: string, words: Known): string {
  const placed = PLACE.exec(said)
  if (placed) return translate(placed[1] ?? '', words) + words.place.replace('$1', placed[2] ?? '')
  const saying = words.patterns.find(([pattern]) => pattern.test(said))
  if (saying) return said.replace(...saying)
  const colon = said.indexOf(': ')
  if (colon === -1) return said
  const name = said.slice(0, colon)
  const rest = said.slice(colon + 2)
  const why = translate(rest, words)
  return why === rest ? said : `${Object.hasOwn(words.names, name) ? words.names[name] : name}${words.colon}${why}`
}

function patternOf(said: string): RegExp {
  const parts = said.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*?)')}$`, 's')
}

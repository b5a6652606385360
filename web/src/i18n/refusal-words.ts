import { amountText } from './amounts.ts'

/** How the service's refusals are said in another language than its own. */
export interface RefusalWords {
  /** How numbers and sizes are written. */
  language: string
  /** Names of fields as a form calls them; others stay as the service writes them. */
  names: Readonly<Record<string, string>>
  /** Between a field and what is wrong with it. */
  colon: string
  /** What follows a search that is not understood; `$1` is the place. */
  place: string
  /** What the service says, `{}` for any words and `{#}` for a number or a size; what to say, `$1` for the first of them. */
  sayings: readonly (readonly [said: string, words: string])[]
}

const PLACE = /^(.*), at character (\d+)$/s

/** Says a sentence of the service in other words, or as it came where nobody has translated it. */
export function translatorOf({ language, names, colon, place, sayings }: RefusalWords): (said: string) => string {
  const known = sayings.map(([said, words]) => ({ pattern: patternOf(said), blanks: said.match(BLANK) ?? [], words }))
  const filled = (words: string, blank: string | undefined) => (blank === '{#}' ? amountText(words, language) : words)
  return function translate(said: string): string {
    const placed = PLACE.exec(said)
    if (placed) return translate(placed[1] ?? '') + place.replace('$1', placed[2] ?? '')
    for (const { pattern, blanks, words } of known) {
      const found = pattern.exec(said)
      if (found) return words.replace(/\$(\d)/g, (_, place) => filled(found[place] ?? '', blanks[place - 1]))
    }
    const at = said.indexOf(': ')
    if (at === -1) return said
    const name = said.slice(0, at)
    const rest = said.slice(at + 2)
    const why = translate(rest)
    return why === rest ? said : `${Object.hasOwn(names, name) ? names[name] : name}${colon}${why}`
  }
}

const BLANK = /\{#?\}/g

function patternOf(said: string): RegExp {
  const parts = said.split(BLANK).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*?)')}$`, 's')
}

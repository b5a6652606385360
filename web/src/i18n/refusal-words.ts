/** How the service's refusals are said in another language than its own. */
export interface RefusalWords {
  /** Names of fields as a form calls them; others stay as the service writes them. */
  names: Readonly<Record<string, string>>
  /** Between a field and what is wrong with it. */
  colon: string
  /** What follows a search that is not understood; `$1` is the place. */
  place: string
  /** What the service says, `{}` for any words, and what to say for it, with `$1` for the first of them. */
  sayings: readonly (readonly [said: string, words: string])[]
}

const PLACE = /^(.*), at character (\d+)$/s

/** Says a sentence of the service in other words, or as it came where nobody has translated it. */
export function translatorOf({ names, colon, place, sayings }: RefusalWords): (said: string) => string {
  const patterns = sayings.map(([said, words]) => [patternOf(said), words] as const)
  return function translate(said: string): string {
    const placed = PLACE.exec(said)
    if (placed) return translate(placed[1] ?? '') + place.replace('$1', placed[2] ?? '')
    const saying = patterns.find(([pattern]) => pattern.test(said))
    if (saying) return said.replace(...saying)
    const at = said.indexOf(': ')
    if (at === -1) return said
    const name = said.slice(0, at)
    const rest = said.slice(at + 2)
    const why = translate(rest)
    return why === rest ? said : `${Object.hasOwn(names, name) ? names[name] : name}${colon}${why}`
  }
}

function patternOf(said: string): RegExp {
  const parts = said.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*?)')}$`, 's')
}

import type { symbolMessages } from './symbols.messages.ts'

type Words = (typeof symbolMessages)['english']
export type GroupName = keyof Words['groups']

export interface Character {
  sign: string
  name: string
  /** What else one may type to find it. */
  words: string
  group: GroupName
}

const GREEK =
  `α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi ο omicron π pi ρ rho
  σ sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega`.split(
    /\s+/,
  )

type Listed = readonly [sign: string, name: keyof Words['names'], words?: string]

const LISTED: Record<Exclude<GroupName, 'greek'>, readonly Listed[]> = {
  units: [
    ['°', 'degree'],
    ['℃', 'celsius'],
    ['µ', 'micro', 'mu u'],
    ['Ω', 'ohm'],
    ['Å', 'angstrom', 'angstrom'],
    ['ℓ', 'litre', 'liter'],
    ['‰', 'permille'],
    ['′', 'prime'],
    ['″', 'doublePrime'],
  ],
  maths: [
    ['±', 'plusMinus', '+-'],
    ['−', 'minus', '-'],
    ['×', 'times', 'x *'],
    ['÷', 'divide', '/'],
    ['·', 'dot'],
    ['≠', 'notEqual', '!= <>'],
    ['≈', 'about', '~'],
    ['∝', 'proportional'],
    ['≤', 'atMost', '<='],
    ['≥', 'atLeast', '>='],
    ['≪', 'muchLess', '<<'],
    ['≫', 'muchMore', '>>'],
    ['∞', 'infinity'],
    ['√', 'root', 'sqrt'],
    ['∑', 'sum'],
    ['∫', 'integral'],
    ['∂', 'partial'],
    ['½', 'half', '1/2'],
    ['²', 'square', '2'],
    ['³', 'cube', '3'],
  ],
  arrows: [
    ['→', 'right', '->'],
    ['←', 'left', '<-'],
    ['↑', 'up'],
    ['↓', 'down'],
    ['↔', 'both', '<->'],
    ['⇌', 'equilibrium', '<=>'],
    ['⇒', 'implies', '=>'],
  ],
  other: [
    ['–', 'dash', '--'],
    ['•', 'bullet'],
    ['✓', 'tick', 'check'],
    ['✗', 'cross'],
    ['©', 'copyright', '(c)'],
    ['®', 'registered', '(r)'],
    ['™', 'trademark', '(tm)'],
    ['§', 'section'],
    ['€', 'euro'],
    ['♀', 'female'],
    ['♂', 'male'],
    ['☣', 'biohazard'],
    ['☢', 'radioactive'],
  ],
}

export function listCharacters(names: Words['names']): Character[] {
  const greek = GREEK.flatMap((sign, index): Character[] =>
    index % 2 === 0 ? [{ sign, name: GREEK[index + 1] ?? '', words: '', group: 'greek' }] : [],
  )
  const others = Object.entries(LISTED).flatMap(([group, listed]) =>
    listed.map(([sign, name, words = '']) => ({ sign, name: names[name], words, group: group as GroupName })),
  )
  return [...greek, ...others]
}

/** Those with a word that begins with the typed letters; the letters themselves find their sign. */
export function findCharacters(all: readonly Character[], typed: string): Character[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return [...all]
  return all.filter(({ sign, name, words }) => {
    const parts = `${name} ${words}`.toLowerCase().split(/[\s,]+/)
    return sign.toLowerCase() === wanted || parts.some((part) => part.startsWith(wanted))
  })
}

/** A formula in a text: its range including the signs, and its TeX. */
export interface Formula {
  from: number
  to: number
  tex: string
  /** A display formula. */
  isDisplay: boolean
}

/** Longer formulas, and those that define commands, could block a thread for seconds. */
export const LONGEST_TEX = 2000
export const DEFINES_COMMANDS =
  /\\(?:[egx]?def|(?:re)?newcommand|providecommand|(?:future)?let|global|long)(?![a-zA-Z])/

/** For KaTeX: no links, pictures or classes, and no sizes that would cover the page. */
export const TEX_SETTINGS = { throwOnError: true, trust: false, strict: false, maxSize: 20, maxExpand: 500 } as const

/** Stands for a picture, code and so on: no formula spans it. */
export const OBJECT = '\ufffc'

interface Opening {
  sign: string
  from: number
  /** The start of the TeX. */
  start: number
}

const END_OF: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' }

/**
 * Finds inline formulas (`$…$` and `\(…\)`) and display formulas (`$$…$$` and `\[…\]`). Amounts of money stay text: a
 * single sign opens only right before a non-blank character, closes only right after one, does not close before a
 * digit, and does not enclose words that begin with an amount. Shell variables stay text too: `$HOME/$USER` or
 * `${HOME}/${USER}`.
 */
export function findFormulas(text: string): Formula[] {
  const found: Formula[] = []
  if (!/[$\\]/.test(text)) return found
  const signs = /\\[\s\S]|\$\$?|\ufffc/g
  let open: Opening | undefined
  for (;;) {
    const match = signs.exec(text)
    if (!match) {
      if (open?.sign !== '$$') return found
      // It has no end, so what follows is not part of it. There is no second sign of this kind, which would have ended
      // it.
      signs.lastIndex = open.start
      open = undefined
      continue
    }
    const [sign] = match
    if (open && isEnd(text, open, sign, match.index)) {
      const to = match.index + open.sign.length
      found.push({ from: open.from, to, tex: text.slice(open.start, match.index).trim(), isDisplay: isDisplay(open) })
      signs.lastIndex = to
      open = undefined
    } else if (sign === OBJECT) {
      open = undefined
    } else if (open?.sign !== '$$' || sign === '$$') {
      open = openingAt(text, sign, match.index) ?? (sign.startsWith('$') ? undefined : open)
    }
  }
}

function isDisplay({ sign }: Opening): boolean {
  return sign === '$$' || sign === '\\['
}

function isEnd(text: string, open: Opening, sign: string, at: number): boolean {
  if (open.sign === '$') {
    // The first half of `$$` may end a formula that another one follows.
    const next = text.charAt(at + 1)
    if (!sign.startsWith('$') || /\s/.test(text.charAt(at - 1)) || /[\d{]/.test(next)) return false
    const tex = text.slice(open.start, at)
    return !tex.includes('\n') && !isSumInWords(tex) && !(/\w/.test(next) && isShellName(tex))
  }
  return sign === END_OF[open.sign] && text.slice(open.start, at).trim() !== ''
}

/** `5 to 10` between two signs, or `5 (AUS`. */
function isSumInWords(tex: string): boolean {
  return /^\d[\d.,]*\s/.test(tex) && /[a-z]{2}/i.test(tex) && !/[\\^_{}=+<>]/.test(tex)
}

/** `HOME/` between two signs, with the second one before a name too. The `i` of `$i$th` is not one. */
function isShellName(tex: string): boolean {
  return /^[a-z]{2}[^\\^{}=+<>]*$/i.test(tex)
}

function openingAt(text: string, sign: string, from: number): Opening | undefined {
  const start = from + sign.length
  if (!(sign in END_OF)) return undefined
  if (sign === '$') {
    const next = text.charAt(start)
    if (next === '' || /\s/.test(next)) return undefined
    // `5$-6$` is money, `10$^{-3}$` is not.
    if (/\d/.test(text.charAt(from - 1)) && !/[\\^_]/.test(next)) return undefined
  }
  return { sign, from, start }
}

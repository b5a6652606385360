import type { Marks, Run } from '../tree.ts'

/** A longer word may be broken anywhere: a sequence of bases has no blanks. */
const LONGEST_WORD = 40
const PIECE = 4

/** Collects the words of a line as a browser would: white space is one blank, and none at the ends. */
export class Words {
  #runs: Run[] = []
  /** White space at the end is not written yet. */
  #hasBlank = false
  #isStart = true

  add(text: string, marks: Marks): void {
    const collapsed = text.replace(/[ \t\n\f\r]+/g, ' ')
    if (collapsed === '') return
    const starts = collapsed.startsWith(' ')
    const words = collapsed.slice(starts ? 1 : 0, collapsed.endsWith(' ') && collapsed.length > 1 ? -1 : undefined)
    if (starts) this.#hasBlank = true
    if (words === '') return
    // A blank between words is never underlined or coloured.
    if (this.#hasBlank && !this.#isStart) this.#runs.push(' ')
    this.#runs.push(...split(words, marks))
    this.#isStart = false
    this.#hasBlank = collapsed.endsWith(' ')
  }

  put(...runs: Run[]): void {
    for (const run of runs) {
      const isBreak = typeof run !== 'string' && 'k' in run && run.k === 'br'
      if (this.#hasBlank && !this.#isStart && !isBreak) this.#runs.push(' ')
      this.#hasBlank = false
      this.#runs.push(run)
      this.#isStart = isBreak
    }
  }

  /** The line so far. The next begins empty. */
  take(): Run[] {
    const runs = this.#runs
    // A last line break shows nothing.
    while (isBreak(runs.at(-1))) runs.pop()
    this.#runs = []
    this.#hasBlank = false
    this.#isStart = true
    return runs
  }
}

function isBreak(run: Run | undefined): boolean {
  return run !== undefined && typeof run !== 'string' && 'k' in run && run.k === 'br'
}

function split(text: string, marks: Marks): Run[] {
  const isPlain = Object.keys(marks).length === 0
  const dress = (s: string): Run => (isPlain ? s : { ...marks, s })
  return pieces(text).flatMap((piece, index) => (index === 0 ? [dress(piece)] : [{ k: 'z' } as const, dress(piece)]))
}

/** Plain words, with their line breaks. */
export function lines(text: string): Run[] {
  return text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((line, index): Run[] => [...(index > 0 ? [{ k: 'br' } as const] : []), ...breakable(line)])
    .filter((run) => run !== '')
}

/** Code as it is written, with places where long lines may be broken. */
export function breakable(code: string): Run[] {
  return pieces(code).flatMap((piece, index): Run[] => (index === 0 ? [piece] : [{ k: 'z' }, piece]))
}

/** Without the characters at which lines are broken anyway: those of addresses, and of scripts without blanks. */
const LONG = new RegExp(`[^\\s\\u2e80-\\uffdc/?&=-]{${LONGEST_WORD},}`, 'g')

/** Cut where long words may be broken, never inside a character or before a mark of the one before it. */
function pieces(text: string): string[] {
  const cuts: number[] = []
  for (const { 0: word, index } of text.matchAll(LONG)) {
    const letters = [...word.matchAll(/\P{M}\p{M}*/gu)]
    for (let at = PIECE; at < letters.length; at += PIECE) cuts.push(index + (letters[at]?.index ?? 0))
  }
  return [0, ...cuts].map((from, index) => text.slice(from, cuts[index]))
}

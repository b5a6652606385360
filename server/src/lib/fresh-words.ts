const SLOTS = 2 ** 15
const SLOT_SHIFT = 17

/**
 * Calls `take` with the words of a text that were not seen just before, until it returns false: each word at least once,
 * and few of them again. Most words of a long text are repetitions, and to make a string of each takes most of the time.
 */
export function takeFreshWords(text: string, take: (word: string) => boolean): void {
  // The last word of each hash.
  const starts = new Int32Array(SLOTS)
  const lengths = new Int32Array(SLOTS)
  const { length } = text
  for (let at = 0; at < length; ) {
    const start = at
    let hash = 0
    while (at < length) {
      const code = text.charCodeAt(at)
      const units = kinds[code] === ONE_UNIT ? 1 : unitsOfOther(text, at, code)
      if (units === 0) break
      hash = Math.imul(hash ^ code, 0x9e3779b1)
      at += units
    }
    if (at === start) {
      at++
      continue
    }
    const slot = hash >>> SLOT_SHIFT
    if (lengths[slot] === at - start && isSame(text, starts[slot] as number, start, at)) continue
    starts[slot] = start
    lengths[slot] = at - start
    if (!take(text.slice(start, at))) return
  }
}

function isSame(text: string, other: number, start: number, end: number): boolean {
  for (let at = start, from = other; at < end; at++, from++) {
    if (text.charCodeAt(at) !== text.charCodeAt(from)) return false
  }
  return true
}

const LETTER = /[\p{L}\p{N}]/u
const UNKNOWN = 0
const NEITHER = 1
const ONE_UNIT = 2
/** By UTF-16 unit, filled as they occur. */
const kinds = new Uint8Array(2 ** 16)

/** How many units the letter or digit at this place has. 0 if there is none. */
function unitsOfOther(text: string, at: number, code: number): number {
  if (kinds[code] === UNKNOWN) {
    kinds[code] = LETTER.test(String.fromCharCode(code)) ? ONE_UNIT : NEITHER
    if (kinds[code] === ONE_UNIT) return 1
  }
  if ((code & 0xfc00) !== 0xd800) return 0
  return LETTER.test(String.fromCodePoint(text.codePointAt(at) ?? 0)) ? 2 : 0
}

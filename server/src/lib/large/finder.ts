/**
 * Tells whether a text contains this one, in a time that grows with their lengths: `includes` multiplies them, and takes
 * half a minute for two texts of some 100 KB that are made for it.
 */
export function finderOf(wanted: string): (text: string) => boolean {
  if (wanted.length <= FEW) return (text) => text.includes(wanted)
  let jumps: Int32Array | undefined
  return (text) => {
    if (text.length <= wanted.length) return text === wanted
    jumps ??= jumpsOf(wanted)
    let matched = 0
    for (let at = 0; at < text.length; at++) {
      matched = extend(wanted, jumps, matched, text.charCodeAt(at))
      if (matched === wanted.length) return true
    }
    return false
  }
}

const FEW = 64

/** For each beginning of a text, how much of its end is a beginning as well (Knuth, Morris and Pratt). */
function jumpsOf(wanted: string): Int32Array {
  const jumps = new Int32Array(wanted.length + 1)
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    matched = extend(wanted, jumps, matched, wanted.charCodeAt(at))
    jumps[at + 1] = matched
  }
  return jumps
}

function extend(wanted: string, jumps: Int32Array, matched: number, code: number): number {
  let length = matched
  while (length > 0 && wanted.charCodeAt(length) !== code) length = jumps[length] ?? 0
  return wanted.charCodeAt(length) === code ? length + 1 : 0
}

export type Strength = 0 | 1 | 2 | 3 | 4

/** Until the service has said what it asks for. */
export const FEWEST_CHARACTERS = 12

/** What many passwords are made of; a guessing program tries these first. */
const COMMON = new Set(
  `password passwort motdepasse passw0rd welcome bienvenue letmein changeme secret admin administrator login master
  qwerty qwertz azerty asdf zxcv iloveyou monkey dragon football baseball sunshine princess shadow superman batman
  trustno hello bonjour hallo summer winter spring autumn monday friday january december love lab laboratory labo
  science notebook experiment chemistry biology aliquot elabftw university research test testing user guest root
  access pass word`.split(/\s+/),
)

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qwertzuiop',
]

/** Bits that each kind of piece costs somebody who guesses. */
const COMMON_WORD = 7
const PERSONAL_WORD = 4
const LANGUAGE_LETTER = 2.3

/**
 * How hard a password is to guess, from 0 (it is not accepted) to 4. It is cut into what a guessing program would try as
 * one: known words, years, runs along the keyboard, repeats; the rest counts by length and variety. Words of a language
 * count less than random letters. `about`: what others know of the person.
 */
export function passwordStrength(
  password: string,
  about: readonly string[] = [],
  fewest = FEWEST_CHARACTERS,
): Strength {
  const text = password.normalize('NFC')
  if ([...text].length < fewest) return 0
  const bits = guessBits(text, about)
  if (bits < 28) return 1
  if (bits < 40) return 2
  return bits < 56 ? 3 : 4
}

function guessBits(text: string, about: readonly string[]): number {
  const personal = new Set(
    about.flatMap((one) => one.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((w) => w.length > 2),
  )
  let bits = 0
  let seen = ''
  for (const piece of text.match(/\p{L}+|\p{N}+|[^\p{L}\p{N}]+/gu) ?? []) {
    const plain = piece.toLowerCase()
    // Said twice is little harder than said once.
    bits += seen.includes(plain) ? 2 : pieceBits(piece, plain, personal)
    seen += `${plain}\n`
  }
  return bits
}

function pieceBits(piece: string, plain: string, personal: ReadonlySet<string>): number {
  if (personal.has(plain)) return PERSONAL_WORD
  if (COMMON.has(plain)) return COMMON_WORD
  if (/^(1[89]|20)\d\d$/.test(plain)) return 6
  const common = [...COMMON].find((word) => word.length > 3 && plain.includes(word))
  if (common) return COMMON_WORD + pieceBits(piece, plain.replace(common, ''), personal)
  let bits = 0
  for (let at = 0; at < plain.length; ) {
    const length = runLength(plain, at)
    bits += length >= 3 ? 4 : length * letterBits(plain)
    at += length
  }
  const isMixed = piece !== plain && piece.slice(1) !== plain.slice(1)
  return bits + (isMixed ? 3 : 0)
}

/** How many characters from here follow the keyboard or the alphabet, or are the same; else one. */
function runLength(text: string, at: number): number {
  let same = 1
  while (text[at + same] === text[at]) same++
  if (same >= 3) return same
  let longest = 1
  for (const run of RUNS) {
    for (const way of [run, [...run].reverse().join('')]) {
      const start = way.indexOf(text[at] ?? '')
      let length = start < 0 ? 0 : 1
      while (length > 0 && way[start + length] !== undefined && way[start + length] === text[at + length]) length++
      longest = Math.max(longest, length)
    }
  }
  return longest >= 3 ? longest : 1
}

function letterBits(piece: string): number {
  if (/^\p{N}+$/u.test(piece)) return 3.3
  if (!/^\p{L}+$/u.test(piece)) return 4
  const vowels = piece.match(/[aeiouyáàâäéèêëíîïóôöúûü]/g)?.length ?? 0
  const isLikeLanguage = vowels / piece.length > 0.2 && vowels / piece.length < 0.65
  return isLikeLanguage ? LANGUAGE_LETTER : 4.7
}

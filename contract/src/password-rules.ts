import { KNOWN, SEQUENCES } from './passwords-known.ts'
import { type FieldProblem, problem } from './refusals/problem.ts'

/** The password rules of an instance. */
export interface PasswordRules {
  fewest: number
  /** 0: nothing, 10: upper and lower case, 20: also digits, 30: also other characters. */
  complexity: number
}

/** The default rules. */
export const USUAL_RULES: PasswordRules = { fewest: 12, complexity: 0 }

/** 0: breaks a rule. 1: too easy to guess. Both are refused. 2 fair, 3 good and 4 strong are accepted. */
export type Strength = 0 | 1 | 2 | 3 | 4

export interface PasswordVerdict {
  strength: Strength
  /** Why the password is refused; undefined if it is accepted. */
  problem: FieldProblem | undefined
}

const MOST_BYTES = 1024

/** A password of fewer pieces is among the first to be guessed. */
const FEWEST_PIECES = 5

/** How many pieces make a password good or strong. Lower-case letters alone are mostly words, so they need more. */
const STEPS = { mixed: { good: 8, strong: 12 }, smallLetters: { good: 16, strong: 24 } } as const

/**
 * Rates a new password. The service refuses weak ones, and the page says so during typing. A password must be long and
 * not among the first guesses; a mix of letters, digits and signs is required only if the instance wants it. `about` is
 * what others know of the person: e-mail and names.
 */
export function judgePassword(
  password: string,
  about: readonly string[] = [],
  rules: PasswordRules = USUAL_RULES,
): PasswordVerdict {
  const text = password.normalize('NFC')
  const lacking = lackingIn(text, rules)
  if (lacking !== undefined) return { strength: 0, problem: lacking }
  const plain = text.toLowerCase()
  if (repeatsItself(plain)) return { strength: 1, problem: problem('password.repeats') }
  const pieces = countPieces(plain, personalPieces(about))
  if (pieces < FEWEST_PIECES) {
    return { strength: 1, problem: problem('password.common') }
  }
  return { strength: strengthOf(text, pieces), problem: undefined }
}

/** The length in characters, with é as one however it was typed. */
export function passwordLength(password: string): number {
  return [...password.normalize('NFC')].length
}

function lackingIn(text: string, { fewest, complexity }: PasswordRules): FieldProblem | undefined {
  if (passwordLength(text) < fewest) return problem('field.too_short', { least: fewest })
  if (new TextEncoder().encode(text).length > MOST_BYTES) return problem('field.too_many_bytes', { most: MOST_BYTES })
  if (!text.isWellFormed()) return problem('field.broken')
  const kind = KINDS_OF_SIGNS.find(({ from, test }) => complexity >= from && !test.test(text))
  return kind && problem(kind.lacking)
}

/** Ignores a capital at the start and digits or signs at the end, because everybody puts them there. */
function strengthOf(text: string, pieces: number): Strength {
  const middle = text.slice(1).replace(/\P{L}+$/u, '')
  const { good, strong } = /^[\p{Ll} ]*$/u.test(middle) ? STEPS.smallLetters : STEPS.mixed
  if (pieces < good) return 2
  return pieces < strong ? 3 : 4
}

/** The complexity level from which each is required. Letters of scripts without case count as both. */
const KINDS_OF_SIGNS = [
  { from: 10, test: /[\p{Lu}\p{Lo}]/u, lacking: 'password.no_capital' },
  { from: 10, test: /[\p{Ll}\p{Lo}]/u, lacking: 'password.no_small' },
  { from: 20, test: /\p{Nd}/u, lacking: 'password.no_digit' },
  { from: 30, test: /[^\p{L}\p{M}\p{Nd}]/u, lacking: 'password.no_sign' },
] as const

/** `abcabcabcabc`, even if the last repetition is incomplete. */
function repeatsItself(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return true
  }
  return false
}

/** The e-mail, the names, and the words in them. */
function personalPieces(about: readonly string[]): Set<string> {
  const pieces = new Set<string>()
  for (const text of about) {
    const plain = text.normalize('NFC').toLowerCase()
    for (const piece of [plain, plain.split('@')[0] ?? '', ...plain.split(/[^\p{L}\p{N}]+/u)]) {
      if (piece.length >= 3) pieces.add(piece)
    }
  }
  return pieces
}

const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}

/** Keeps the length, so positions stay valid. */
function undoSubstitutions(text: string): string {
  return text.replace(/[013457@$!€]/g, (sign) => SUBSTITUTIONS[sign] ?? sign)
}

/**
 * The smallest number of pieces that form the text. A piece is a known word, a word about the person, a year, a run
 * along the alphabet or a keyboard, a repeated character, or any single character.
 */
function countPieces(text: string, personal: ReadonlySet<string>): number {
  const longest = Math.max(LONGEST_KNOWN, ...Array.from(personal, (piece) => piece.length))
  const letters = undoSubstitutions(text)
  const fewest = [0]
  for (let end = 1; end <= text.length; end++) {
    let best = (fewest[end - 1] ?? 0) + 1
    for (let start = Math.max(0, end - longest); start <= end - 3; start++) {
      const count = (fewest[start] ?? 0) + 1
      if (count < best && isPiece(text.slice(start, end), letters.slice(start, end), personal)) best = count
    }
    // Runs may be longer than any word; extending one costs nothing.
    const run = runEndingAt(text, end)
    if (run >= 3) best = Math.min(best, (fewest[end - run] ?? 0) + 1)
    fewest.push(best)
    // One or two more words cannot bring this below the highest step.
    if (best >= STEPS.smallLetters.strong + longest) return best
  }
  return fewest[text.length] ?? 0
}

const LONGEST_KNOWN = Math.max(...Array.from(KNOWN, (word) => word.length))

function isPiece(text: string, letters: string, personal: ReadonlySet<string>): boolean {
  const isWord = [text, letters].some((word) => KNOWN.has(word) || personal.has(word))
  return isWord || /^(?:1[5-9]|20)\d\d$/.test(text) || isInSequence(text)
}

function isInSequence(text: string): boolean {
  return text.length <= LONGEST_SEQUENCE && ALL_SEQUENCES.some((sequence) => sequence.includes(text))
}

const ALL_SEQUENCES = [...SEQUENCES, ...SEQUENCES.map((sequence) => [...sequence].reverse().join(''))]
const LONGEST_SEQUENCE = Math.max(...SEQUENCES.map((sequence) => sequence.length))

/** The number of equal characters before `end`. */
function runEndingAt(text: string, end: number): number {
  let start = end - 1
  while (start > 0 && text[start - 1] === text[end - 1]) start--
  return end - start
}

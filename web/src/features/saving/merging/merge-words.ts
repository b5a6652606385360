import type { TextKind } from '../../../sync/sync.types.ts'
import { combine } from './combine.ts'
import { diff, type Edit } from './diff.ts'
import { isBalanced, tagAt } from './tags.ts'
import { isBlank, isWord, splitWords, type Words } from './words.ts'

export interface Rules {
  kind: TextKind
  /**
   * One side may come from the other: where one of two additions starts or ends like the other, that part is not added
   * again.
   */
  isRelated: boolean
}

/** Merges three versions of a passage; undefined if both sides changed the same words. */
export function mergeWords(mine: string, base: string, theirs: string, rules: Rules): string | undefined {
  const { before, behind } = commonEnds([mine, base, theirs])
  const middle = (text: string) => text.slice(before, text.length - behind)
  const merged = mergeMiddle(middle(mine), middle(base), middle(theirs), rules)
  if (merged === undefined) return undefined
  const whole = base.slice(0, before) + merged + base.slice(base.length - behind)
  const areWhole = (...texts: string[]) => rules.kind === 'markdown' || texts.every(isBalanced)
  return areWhole(whole) || !areWhole(mine, base, theirs) ? whole : undefined
}

function mergeMiddle(mine: string, base: string, theirs: string, rules: Rules): string | undefined {
  const [my, old, their] = [mine, base, theirs].map((text) => splitWords(text, rules.kind)) as [Words, Words, Words]
  const write = (words: readonly string[]) => words.map((word) => word + END).join('')
  const merged = combine(
    old,
    { items: my, edits: wordEdits(old, my) },
    { items: their, edits: wordEdits(old, their) },
    write,
    (m, b, t) => {
      const settled = settleWords(m, b, t, rules)
      return settled && write(settled)
    },
  )
  if (merged === undefined) return undefined
  const text = merged.replaceAll(END, '')
  return hasSameWords(splitWords(text, rules.kind), merged.split(END)) ? text : undefined
}

/** A merge must not create a word by joining two that nobody wrote together. Blanks of both sides may meet. */
function hasSameWords(joined: Words, apart: Words): boolean {
  const written = (words: Words) => words.filter((word) => !isBlank(word)).join(END)
  return written(joined) === written(apart)
}

/** Terminates each word while they are joined. */
const END = '\u0000'

/** The length of the common prefix and suffix, up to a blank, so that most of a long text is not split into words. */
function commonEnds(texts: [string, ...string[]]): { before: number; behind: number } {
  const [first] = texts
  const most = Math.min(...texts.map(({ length }) => length))
  let before = 0
  while (before < most && texts.every((text) => text.charCodeAt(before) === first.charCodeAt(before))) before += 1
  before = cutBefore(first, before)
  const codeFromEnd = (text: string, at: number) => text.charCodeAt(text.length - 1 - at)
  let behind = 0
  while (behind < most - before && texts.every((text) => codeFromEnd(text, behind) === codeFromEnd(first, behind)))
    behind += 1
  return { before, behind: first.length - cutBehind(first, first.length - behind) }
}

/** The last position up to here that follows a blank, precedes a word and is in no tag; otherwise the start. */
function cutBefore(text: string, from: number): number {
  for (let at = from; at > 0; ) {
    at = text.lastIndexOf(' ', at - 1) + 1
    if (at === 0) return 0
    const tag = text.lastIndexOf('<', at - 1)
    if (tag > text.lastIndexOf('>', at - 1)) at = tag
    else if (at < from && text.charAt(at).trim() !== '') return at
    else at -= 1
  }
  return 0
}

/** The first such position from here on; otherwise the end. */
function cutBehind(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    at = text.indexOf(' ', at) + 1
    if (at === 0) return text.length
    const end = text.indexOf('>', at)
    const start = text.indexOf('<', at)
    if (end !== -1 && (start === -1 || end < start)) at = end + 1
    else if (at - 1 > from && text.charAt(at).trim() !== '') return at
  }
  return text.length
}

/** Edits separated only by a blank are joined: the blank of a rewritten sentence is insignificant. */
function wordEdits(old: Words, next: Words): Edit[] {
  const edits: Edit[] = []
  for (const edit of diff(old, next)) {
    const last = edits.at(-1)
    if (last && old.slice(last.end, edit.start).every(isBlank)) {
      last.end = edit.end
      last.to = edit.to
    } else edits.push({ ...edit })
  }
  return edits
}

function settleWords(mine: Words, base: Words, theirs: Words, rules: Rules): Words | undefined {
  const [my, old, their] = [mine.join(''), base.join(''), theirs.join('')]
  if (my === their) return mine
  if (rules.isRelated) {
    const both = [my, their]
    const areAdditions = both.every((text) => text.startsWith(old)) || both.every((text) => text.endsWith(old))
    const longer = areAdditions ? longerOf(my, their) : undefined
    if (longer !== undefined) return longer === my ? mine : theirs
  }
  if (base.length === 0) return joinWords(mine, theirs)
  if (!wentOnBehindSign(my, old) || !wentOnBehindSign(their, old)) return undefined
  return joinWords(splitWords(my.slice(old.length), rules.kind), theirs)
}

/** A word was added right after a punctuation mark, without a blank: `notes:` became `notes:one`. */
function wentOnBehindSign(text: string, base: string): boolean {
  // Not after a mark that may belong to a number.
  return text.startsWith(base) && /(?:^|[^\p{N}])[:;!?)\]}("'…–—]$/u.test(base) && !/[<&]/.test(base)
}

/** The one of two texts that starts or ends with the other. */
export function longerOf(a: string, b: string): string | undefined {
  if (a.startsWith(b) || a.endsWith(b)) return a
  return b.startsWith(a) || b.endsWith(a) ? b : undefined
}

/** Both additions, theirs first because it was saved first. A full stop that both added appears once. */
function joinWords(mine: Words, theirs: Words): Words {
  const longer = longerOf(mine.join(''), theirs.join(''))
  const [long, short] = longer === theirs.join('') ? [theirs, mine] : [mine, theirs]
  if (longer !== undefined && !short.some(isWord)) return long
  const isText = (word: string) => !tagAt(word, 0)
  const end = theirs.findLast(isText)
  const start = mine.find(isText)
  const needsBlank = end !== undefined && start !== undefined && isWord(end) && isWord(start)
  return [...theirs, ...(needsBlank ? [' '] : []), ...mine]
}

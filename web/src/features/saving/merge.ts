import { diff3Merge } from 'node-diff3'

export type TextKind = 'html' | 'markdown'

/**
 * Two texts that grew from one, as one text; undefined when both changed the same words.
 *
 * Where both only added something at the same place, both additions are kept: two people who write at the end of an
 * entry do not disagree.
 */
export function mergeTexts(mine: string, base: string, theirs: string, kind: TextKind): string | undefined {
  return merge(mine, base, theirs, kind, joinAdditions)
}

/** The same where `theirs` may have grown from `mine`: what one of two additions begins or ends with is not added again. */
export function mergeRelated(mine: string, base: string, theirs: string, kind: TextKind): string | undefined {
  return merge(mine, base, theirs, kind, joinRelated)
}

/** True when everything that `mine` changed is already in `theirs`. */
export function holdsChanges(mine: string, base: string, theirs: string, kind: TextKind): boolean {
  return mine === theirs || (mine !== base && theirs !== base && mergeRelated(mine, base, theirs, kind) === theirs)
}

/** Two additions at the same place, as one; `before`: the text in front of them. */
type Join = (mine: string, theirs: string, before?: string) => string

function merge(mine: string, base: string, theirs: string, kind: TextKind, join: Join): string | undefined {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  const merged = mergeParts(splitBlocks(mine, kind), splitBlocks(base, kind), splitBlocks(theirs, kind), (m, b, t) =>
    mergePassage(m.join(''), b.join(''), t.join(''), kind, join),
  )
  return merged !== undefined && (kind === 'markdown' || isBalanced(merged)) ? merged : undefined
}

type Settle = (mine: string[], base: string[], theirs: string[]) => string | undefined

function mergeParts(mine: string[], base: string[], theirs: string[], settle: Settle): string | undefined {
  let result = ''
  for (const region of diff3Merge(mine, base, theirs, { excludeFalseConflicts: true })) {
    const part = region.ok
      ? region.ok.join('')
      : settle(region.conflict?.a ?? [], region.conflict?.o ?? [], region.conflict?.b ?? [])
    if (part === undefined) return undefined
    result += part
  }
  return result
}

function mergePassage(mine: string, base: string, theirs: string, kind: TextKind, join: Join): string | undefined {
  const isWhole = (text: string | undefined) => text !== undefined && (kind === 'markdown' || isBalanced(text))
  // Parts of a list or table need not be balanced on their own, only as much as they were.
  const needsBalance = [mine, base, theirs].every((text) => isWhole(text))
  const bySpan = mergeSpans(mine, base, theirs, kind, join)
  if (bySpan !== undefined && (!needsBalance || isWhole(bySpan))) return bySpan
  const byWord = mergeParts(splitWords(mine), splitWords(base), splitWords(theirs), (m, b, t) =>
    b.length === 0 ? join(m.join(''), t.join('')) : undefined,
  )
  return byWord !== undefined && (!needsBalance || isWhole(byWord)) ? byWord : undefined
}

/** One edit: `start` to `end` of the old text became `text`. */
interface Span {
  start: number
  end: number
  text: string
}

/** Each side as one edit of the old text; both apply when they do not overlap. */
function mergeSpans(mine: string, base: string, theirs: string, kind: TextKind, join: Join): string | undefined {
  const my = findSpan(base, mine, kind)
  const their = findSpan(base, theirs, kind)
  if (my.start < their.end && their.start < my.end) return undefined
  const isSamePlace = my.start === their.start
  const areAdditions = my.end === my.start && their.end === their.start
  if (isSamePlace && areAdditions) {
    const before = base.slice(0, my.start)
    return before + join(my.text, their.text, before) + base.slice(my.end)
  }
  const isInside = (a: Span, b: Span) => a.start === a.end && a.start > b.start && a.start < b.end
  if (isInside(my, their) || isInside(their, my)) return undefined
  // An addition right before something that was replaced stays before it.
  const mineFirst = my.start < their.start || (isSamePlace && my.end === my.start)
  const [first, second] = mineFirst ? [my, their] : [their, my]
  return (
    base.slice(0, first.start) + first.text + base.slice(first.end, second.start) + second.text + base.slice(second.end)
  )
}

function joinRelated(mine: string, theirs: string, before?: string): string {
  if (mine.startsWith(theirs) || mine.endsWith(theirs)) return mine
  if (theirs.startsWith(mine) || theirs.endsWith(mine)) return theirs
  return joinAdditions(mine, theirs, before)
}

/** Theirs came first, unless mine goes on with a word that has begun before. */
function joinAdditions(mine: string, theirs: string, before = ''): string {
  const goesOn = (text: string) => /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(text)
  return goesOn(mine) && !goesOn(theirs) ? mine + theirs : theirs + mine
}

function findSpan(before: string, after: string, kind: TextKind): Span {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  start = Math.min(markupStartAt(before, start, kind), markupStartAt(after, start, kind))
  let tail = 0
  while (
    tail < most - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1
  // An edit that ends inside a tag or a reference takes all of it.
  for (let shorter = tail; ; tail = shorter) {
    shorter = Math.min(tailAfterMarkup(before, tail, kind), tailAfterMarkup(after, tail, kind))
    if (shorter === tail) break
  }
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) }
}

/** The position itself, or the start of the tag, reference or surrogate pair that it is in. */
function markupStartAt(text: string, at: number, kind: TextKind): number {
  // A tag can be as long as the picture in it, so it is left in one step.
  if (kind === 'html' && isInTag(text, at)) return text.lastIndexOf('<', at - 1)
  let start = at
  while (isInSign(text, start, kind)) start -= 1
  return start
}

/** As many characters of the end as are left when the tag, reference or surrogate pair that they begin in is not. */
function tailAfterMarkup(text: string, tail: number, kind: TextKind): number {
  let at = text.length - tail
  if (kind === 'html' && isInTag(text, at)) at = text.indexOf('>', at) + 1 || text.length
  while (isInSign(text, at, kind)) at += 1
  return text.length - at
}

function isInTag(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false
  return text.lastIndexOf('<', at - 1) > text.lastIndexOf('>', at - 1)
}

/** In the middle of a reference or a surrogate pair. */
function isInSign(text: string, at: number, kind: TextKind): boolean {
  if (at <= 0 || at >= text.length) return false
  if (isLowSurrogate(text.charCodeAt(at)) && !isLowSurrogate(text.charCodeAt(at - 1))) return true
  if (kind === 'markdown') return false
  return /&#?\w{0,10}$/.test(text.slice(Math.max(0, at - 12), at)) && /^#?\w{0,10};/.test(text.slice(at, at + 12))
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

const blockEnd =
  /(?<=<\/(?:p|h[1-6]|li|ul|ol|dl|dt|dd|pre|blockquote|table|thead|tbody|tfoot|caption|colgroup|tr|td|th|div|figure|figcaption|details|summary)>|<(?:ul|ol|dl|table|thead|tbody|tfoot|tr|blockquote|div|details|hr|br)(?: [^>]*)?>)/
const lineEnd = /(?<=\n)/

function splitBlocks(text: string, kind: TextKind): string[] {
  return text === '' ? [] : text.split(kind === 'html' ? blockEnd : lineEnd)
}

function splitWords(text: string): string[] {
  return text.match(/<[^>]*>|&#?\w{1,10};|\s+|[^\s<&]+|[<&]/g) ?? []
}

const noEndTag = new Set(['br', 'hr', 'img', 'source', 'col'])

/** Every element that starts also ends, in the right order. */
function isBalanced(html: string): boolean {
  const open: string[] = []
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)/gi)) {
    const element = name.toLowerCase()
    if (noEndTag.has(element)) continue
    if (slash === '') open.push(element)
    else if (open.pop() !== element) return false
  }
  return open.length === 0
}

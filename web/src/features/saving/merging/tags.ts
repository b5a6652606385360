/** An HTML tag, or a comment, which has no name. */
export interface Tag {
  /** In lower case. */
  name: string
  isEnd: boolean
  start: number
  end: number
}

/** The first tag at or after a position. */
export function nextTag(html: string, from: number): Tag | undefined {
  for (let start = html.indexOf('<', from); start !== -1; start = html.indexOf('<', start + 1)) {
    const tag = tagAt(html, start)
    if (tag) return tag
  }
  return undefined
}

const SLASH = 47
const GREATER = 62

/** The tag that starts at this `<`; undefined if it is only a character. */
export function tagAt(html: string, start: number): Tag | undefined {
  if (html.startsWith('<!--', start)) return { name: '', isEnd: false, start, end: after(html, '-->', start + 4) }
  const isEnd = html.charCodeAt(start + 1) === SLASH
  const from = start + (isEnd ? 2 : 1)
  let to = from
  while (isNameCode(html.charCodeAt(to), to > from)) to += 1
  if (to === from) return undefined
  const end = html.charCodeAt(to) === GREATER ? to + 1 : tagEnd(html, to)
  return end === undefined ? undefined : { name: html.slice(from, to).toLowerCase(), isEnd, start, end }
}

function isNameCode(code: number, isDigitAllowed: boolean): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (isDigitAllowed && code >= 48 && code <= 57)
}

/** The end of a tag: the first `>` outside of quotes. */
function tagEnd(html: string, from: number): number | undefined {
  for (let at = from; ; ) {
    mark.lastIndex = at
    const next = mark.exec(html)
    if (!next) return undefined
    if (next[0] === '>') return next.index + 1
    const closing = html.indexOf(next[0], next.index + 1)
    // An unclosed quote is part of a name.
    at = closing === -1 ? next.index + 1 : closing + 1
  }
}

const mark = /[>"']/g

function after(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from)
  return at === -1 ? html.length : at + end.length
}

export const voidElements = new Set(['br', 'hr', 'img', 'source', 'col', 'input', 'wbr'])

/** Whether all elements are closed in the right order. */
export function isBalanced(html: string): boolean {
  const open: string[] = []
  for (let tag = nextTag(html, 0); tag; tag = nextTag(html, tag.end)) {
    if (tag.name === '' || voidElements.has(tag.name)) continue
    if (!tag.isEnd) open.push(tag.name)
    else if (open.pop() !== tag.name) return false
  }
  return open.length === 0
}

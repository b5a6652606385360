/** A piece of a comment: plain, or with one of the few marks that are understood. */
export interface Part {
  kind: 'text' | 'link' | 'code' | 'bold' | 'italic'
  text: string
}

/*
 * Each alternative reads forward only and stops at the end of the line, so a comment costs time in proportion to its
 * length. Marks count at the edge of words: snake_case and 3*4*5 stay as they are.
 */
const MARKS =
  /(?<link>https?:\/\/[^\s<>"'`]+)|`(?<code>[^`\n]+)`|(?<![\w*])\*(?<bold>[^\s*](?:[^*\n]{0,500}[^\s*])?)\*(?![\w*])|(?<![\w_])_(?<italic>[^\s_](?:[^_\n]{0,500}[^\s_])?)_(?![\w_])/g

/** Takes a comment apart. The parts joined are the comment without its marks. */
export function commentParts(comment: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of comment.matchAll(MARKS)) {
    const { link, code, bold, italic } = match.groups ?? {}
    const found = link === undefined ? match[0] : trimLink(link)
    if (match.index > end) parts.push({ kind: 'text', text: comment.slice(end, match.index) })
    end = match.index + found.length
    if (link !== undefined) parts.push({ kind: 'link', text: found })
    else if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (bold !== undefined) parts.push({ kind: 'bold', text: bold })
    else parts.push({ kind: 'italic', text: italic ?? '' })
  }
  if (end < comment.length) parts.push({ kind: 'text', text: comment.slice(end) })
  return parts
}

/** What ends a sentence does not belong to the address in it. A closing bracket does when it was opened there. */
function trimLink(link: string): string {
  let end = link.length
  while (end > 0) {
    const last = link[end - 1] ?? ''
    const isBracket = last === ')' && link.slice(0, end).split('(').length >= link.slice(0, end).split(')').length
    if (!'.,;:!?)]}*_'.includes(last) || isBracket) break
    end--
  }
  return link.slice(0, end)
}

import { mentionsInMarkdown } from '@aliquot/contract/mention-text'

/** A piece of a comment: plain, or with one of the supported marks. */
export interface Part {
  kind: 'text' | 'link' | 'code' | 'bold' | 'italic' | 'mention'
  text: string
  /** Of a mention. */
  userid?: number
}

/*
 * Each alternative only reads forward and stops at the end of the line, so the time is linear in the length. Marks
 * count at word boundaries: snake_case and 3*4*5 stay unchanged.
 */
const MARKS =
  /(?<mention>\[@(?:[^[\]\\\n]|\\.){1,300}\]\(\/people\/\d{1,9}\))|(?<link>https?:\/\/[^\s<>"'`]+)|`(?<code>[^`\n]+)`|(?<![\w*])\*(?<bold>[^\s*](?:[^*\n]{0,500}[^\s*])?)\*(?![\w*])|(?<![\w_])_(?<italic>[^\s_](?:[^_\n]{0,500}[^\s_])?)_(?![\w_])/g

/** Parses a comment. The joined parts are the comment without its marks. */
export function commentParts(comment: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of comment.matchAll(MARKS)) {
    const { mention, link, code, bold, italic } = match.groups ?? {}
    const found = link === undefined ? match[0] : trimLink(link)
    if (match.index > end) parts.push({ kind: 'text', text: comment.slice(end, match.index) })
    end = match.index + found.length
    const [person] = mentionsInMarkdown(mention ?? '')
    if (person) parts.push({ kind: 'mention', text: person.words, userid: person.userid })
    else if (mention !== undefined) parts.push({ kind: 'text', text: mention })
    else if (link !== undefined) parts.push({ kind: 'link', text: found })
    else if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (bold !== undefined) parts.push({ kind: 'bold', text: bold })
    else parts.push({ kind: 'italic', text: italic ?? '' })
  }
  if (end < comment.length) parts.push({ kind: 'text', text: comment.slice(end) })
  return parts
}

/**
 * Punctuation at the end of a sentence does not belong to a URL. A closing bracket does if it was opened in the URL.
 */
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

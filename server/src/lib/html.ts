import { unwrapRawText } from '@aliquot/contract/html-raw-text'
import { decodeHTML } from 'entities'
import type sanitize from 'sanitize-html'
import { allowedAttributes, allowedElements, cleanAttributes, styleOfFont, voidElements } from './html-allow-list.ts'
import { isCleanHtml, maxOpenElements } from './html-scan.ts'
import { loadLater } from './loading/load-later.ts'

const sanitizer = loadLater<typeof sanitize>('sanitize-html')

/**
 * Keeps only allow-listed HTML. Clean input comes back unchanged, and no words are lost except those of scripts and
 * styles.
 *
 * `cleanHtml('<p onclick="x()">5 < 6</p>')` is `'<p>5 &lt; 6</p>'`, and `cleanHtml('<p>5 < 6</p>')` is its input.
 */
export function cleanHtml(html: string): string {
  return isCleanHtml(html) ? html : cleanFully(html)
}

/** Always uses the parser, without the fast scan. */
export function cleanFully(html: string): string {
  let depth = 0
  try {
    return sanitizer()(unwrapRawText(html), {
      ...allowList,
      onOpenTag: () => {
        depth += 1
        if (depth > maxOpenElements) throw new TooDeep()
      },
      onCloseTag: () => {
        depth -= 1
      },
    })
  } catch (error) {
    // The parser is quadratic in the depth. Nobody writes such a page by hand, so only its words are kept.
    if (error instanceof TooDeep) return `<pre>${escapeHtml(htmlToText(html))}</pre>`
    throw error
  }
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The words of HTML for search and tables: without tags, entities decoded, blocks on their own lines. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const parts: string[] = []
  const lastEnd = html.lastIndexOf('>')
  const endless = new Set<string>()
  let at = 0
  while (at < html.length) {
    const start = nextMarkup(html, at, lastEnd)
    if (start > at) parts.push(decodeHTML(html.slice(at, start)))
    if (start === html.length) break
    const name = readTagName(html, start)
    const isEnd = html.charAt(start + 1) === '/'
    if (blockElements.has(name)) parts.push('\n')
    else if (cellElements.has(name) && !isEnd) parts.push(' ')
    const end = hiddenElements.has(name) && !isEnd ? hiddenEnd(html, start, name, endless) : undefined
    at = end ?? markupEnd(html, start, endless)
    // A comment without an end is text.
    if (at === start) parts.push(html.slice(start, ++at))
  }
  const lines = parts.join('').split('\n')
  const trimmed = lines.map((line) => line.trim())
  return trimmed.filter((line) => line !== '').join('\n')
}

class TooDeep extends Error {}

const allowList: sanitize.IOptions = {
  allowedTags: [...allowedElements],
  allowedAttributes: allowedAttributes(),
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'mailto', 'tel', 'data'] },
  allowProtocolRelative: false,
  // `unwrapRawText` has removed these. If the parser still finds one, its content is not markup.
  nonTextTags: `script style textarea option xmp noscript noembed noframes iframe title template`.split(' '),
  selfClosing: [...voidElements],
  // `cleanAttributes` decides about styles and classes, as it does in the fast scan.
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, attribs) => {
      const style = tagName === 'font' ? styleOfFont(attribs) : undefined
      if (style !== undefined) return { tagName: 'span', attribs: { style } }
      return { tagName, attribs: allowedElements.has(tagName) ? cleanAttributes(tagName, attribs) : {} }
    },
  },
}

const blockElements = new Set(
  `address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5
  h6 header hr li main nav ol p pre section summary table tr ul`.split(/\s+/),
)
const cellElements = new Set(['td', 'th'])
const hiddenElements = new Set(['script', 'style'])

/** The start of the next tag or comment, or the end of the text. After the last `>` there is only text. */
function nextMarkup(html: string, from: number, lastEnd: number): number {
  for (let at = html.indexOf('<', from); at !== -1 && at < lastEnd; at = html.indexOf('<', at + 1)) {
    if (/[a-zA-Z/!?]/.test(html.charAt(at + 1))) return at
  }
  return html.length
}

function readTagName(html: string, start: number): string {
  tagName.lastIndex = start
  return tagName.exec(html)?.[1]?.toLowerCase() ?? ''
}

const tagName = /<\/?([a-zA-Z][a-zA-Z\d]{0,20})/y

/** The end tag of an element whose content is not shown; undefined if there is no end tag. */
function hiddenEnd(html: string, start: number, name: string, endless: Set<string>): number | undefined {
  if (endless.has(name)) return undefined
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = start
  const end = closing.exec(html)?.index
  // Later ones have no end tag either.
  if (end === undefined) endless.add(name)
  return end
}

/** The position after the tag or comment. For a comment without an end, its start. */
function markupEnd(html: string, start: number, endless: Set<string>): number {
  if (!html.startsWith('<!--', start)) return html.indexOf('>', start) + 1
  const end = endless.has('<!--') ? -1 : html.indexOf('-->', start + 2)
  if (end === -1) endless.add('<!--')
  return end === -1 ? start : end + '-->'.length
}

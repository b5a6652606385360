/**
 * Removes markup that would make a parser read the rest of a text differently: raw-text elements, and comments and tags
 * without an end. Their words stay in the text; the content of `<script>` and `<style>` goes, but only up to its own
 * end tag.
 *
 * `unwrapRawText('a<title>b<p>c')` is `'ab<p>c'`, and `unwrapRawText('a<!-- b')` is `'a&lt;!-- b'`.
 */
export function unwrapRawText(html: string): string {
  const parts: string[] = []
  const endless = new Set<string>()
  let unfinished = 0
  let from = 0
  const lastEnd = html.lastIndexOf('>')
  const drop = (start: number, end: number) => {
    parts.push(html.slice(from, start))
    // Prevents the remaining text on both sides from forming a new tag.
    if (html.charAt(start - 1) === '<') parts.push(' ')
    from = end
  }
  const show = (start: number) => {
    drop(start, start + 1)
    parts.push('&lt;')
  }

  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (!markupStart.test(html.charAt(at + 1))) {
      at += 1
      continue
    }
    const canEnd = at < lastEnd && unfinished < MOST_UNFINISHED
    const end = canEnd ? markupEnd(html, at, endless) : undefined
    if (end === undefined) {
      if (/[a-zA-Z]/.test(html.charAt(at + 1))) unfinished += 1
      show(at)
      at += 1
      continue
    }
    const name = nameAt(html, at)
    if (html.startsWith(cdata, at)) {
      drop(at, at + cdata.length)
      at += cdata.length
    } else if (RAW_TEXT_ELEMENTS.has(name)) {
      const contentEnd = codeOnly.has(name) && html.charAt(at + 1) !== '/' ? endTagOf(name, html, end, endless) : end
      drop(at, contentEnd)
      at = contentEnd
    } else {
      at = end
    }
  }
  parts.push(html.slice(from))
  return parts.join('')
}

/** Elements whose content parsers read as text, or not at all. */
export const RAW_TEXT_ELEMENTS: ReadonlySet<string> = new Set(
  'iframe noembed noframes noscript option plaintext script style template textarea title xmp'.split(' '),
)
const codeOnly = new Set(['script', 'style'])
const cdata = '<![CDATA['
const markupStart = /[a-zA-Z/!?]/

/** After this many tags without an end all further markup is shown as text: each costs a scan of the whole text. */
const MOST_UNFINISHED = 5

const tagName = /<\/?([a-zA-Z][^ \t\n\f\r/>]*)/y

function nameAt(html: string, at: number): string {
  tagName.lastIndex = at
  return tagName.exec(html)?.[1]?.toLowerCase() ?? ''
}

/** The end of a tag or comment, or undefined if it has none. */
function markupEnd(html: string, at: number, endless: Set<string>): number | undefined {
  if (html.startsWith('<!--', at)) return commentEnd(html, at, endless)
  const next = html.charAt(at + 1)
  const isTag = next !== '!' && next !== '?' && !(next === '/' && !/[a-zA-Z]/.test(html.charAt(at + 2)))
  if (isTag) return tagEnd(html, at, endless)
  return afterMark(html, '>', at, endless)
}

const emptyComment = /<!---?>/y

function commentEnd(html: string, at: number, endless: Set<string>): number | undefined {
  const short = skip(emptyComment, html, at)
  if (short !== undefined) return short
  const plain = afterMark(html, '-->', at + 4, endless)
  const odd = afterMark(html, '--!>', at + 4, endless)
  return plain !== undefined && odd !== undefined ? Math.min(plain, odd) : (plain ?? odd)
}

/** A mark that does not follow one position does not follow a later one either, so it is not searched again. */
function afterMark(html: string, mark: string, from: number, endless: Set<string>): number | undefined {
  if (endless.has(mark)) return undefined
  const at = html.indexOf(mark, from)
  if (at !== -1) return at + mark.length
  endless.add(mark)
  return undefined
}

// White space is spelled out, because `\s` includes characters that are none in HTML.
const startTagName = /<[a-zA-Z][^ \t\n\f\r/>]*/y
const attributeName = /[ \t\n\f\r/]*[^ \t\n\f\r/>][^ \t\n\f\r/>=]*/y
const valueSign = /[ \t\n\f\r]*=[ \t\n\f\r]*/y
const bareValue = /[^ \t\n\f\r>]*/y
const startTagEnd = /[ \t\n\f\r/]*>/y

/**
 * Follows the parsing rules of HTML: a quote opens a value only right after the equals sign, and an end tag has no
 * values.
 */
function tagEnd(html: string, at: number, endless: Set<string>): number | undefined {
  if (html.charAt(at + 1) === '/') return afterMark(html, '>', at, endless)
  let end = skip(startTagName, html, at) ?? at
  for (;;) {
    const closed = skip(startTagEnd, html, end)
    if (closed !== undefined) return closed
    const named = skip(attributeName, html, end)
    if (named === undefined) return undefined
    const value = skip(valueSign, html, named)
    end = value === undefined ? named : (valueEnd(html, value) ?? html.length)
  }
}

function valueEnd(html: string, at: number): number | undefined {
  const quote = html.charAt(at)
  if (quote !== '"' && quote !== "'") return skip(bareValue, html, at)
  const end = html.indexOf(quote, at + 1)
  return end === -1 ? undefined : end + 1
}

function skip(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** The position after the end tag; without one, the end of the start tag. */
function endTagOf(name: string, html: string, from: number, endless: Set<string>): number {
  const closing = `</${name}`
  if (endless.has(closing)) return from
  const pattern = new RegExp(`${closing}(?=[ \\t\\n\\f\\r/>])`, 'gi')
  pattern.lastIndex = from
  const found = pattern.exec(html)
  if (found) return afterMark(html, '>', found.index, endless) ?? found.index
  endless.add(closing)
  return from
}

import MarkdownIt from 'markdown-it'
import { RAW_TEXT_ELEMENTS, unwrapRawText } from './html-raw-text.ts'

export interface MarkdownOptions {
  /**
   * The source is a file. Pictures beside it are shown by name, and its HTML as text: it was not cleaned, and even
   * parsing it in the page could run its event handlers.
   */
  isFile?: boolean
}

/**
 * Renders GitHub-flavoured Markdown as HTML that still needs cleaning: tags in the source stay tags. The service and
 * the page share it, so a text looks the same in an entry and in a file. Its time is linear in the length of the
 * source, whatever that contains (docs/decisions/0013-markdown.md). A source whose output would be far too large is
 * shown as text.
 */
export function markdownToHtml(source: string, options: MarkdownOptions = {}): string {
  if (isTooLong(source)) return asWritten(source)
  const tokens = markdown.parse(source, { ...options })
  if (lengthOf(tokens) > MOST_GROWTH * source.length + 100_000) return asWritten(source)
  return markdown.renderer.render(tokens, markdown.options, { ...options })
}

const MOST_PROSE = 500_000
/** A long URL that is defined once may be used a thousand times. */
const MOST_GROWTH = 20

type Token = ReturnType<typeof markdown.parse>[number]

/** Pasted pictures (data URLs) cost next to nothing and are not counted. */
function isTooLong(source: string): boolean {
  return source.length > MOST_PROSE && source.replace(/[A-Za-z\d+/=]{1000,}/g, '').length > MOST_PROSE
}

function asWritten(source: string): string {
  return `<pre>${escapeHtml(source)}</pre>`
}

function lengthOf(tokens: readonly Token[]): number {
  let length = 0
  for (const { children, content, attrs } of tokens) {
    length += 10 + (children ? lengthOf(children) : content.length)
    for (const [name, value] of attrs ?? []) length += name.length + String(value).length
  }
  return length
}

const markdown = new MarkdownIt({ html: true, linkify: true })
const { escapeHtml } = markdown.utils

// `www.` makes a link; a bare file or host name does not.
markdown.linkify.add('//').add('ftp:')
markdown.linkify.add('www.', {
  validate: (text, at, linkify) => Math.max(0, linkify.testSchemaAt(`//${text.slice(at, at + 2000)}`, 'http:', 0) - 2),
  normalize: (match) => {
    match.url = `http://${match.url}`
  },
})

// Whoever shows the text draws `$…$`, `$$…$$`, `\(…\)` and `\[…\]`; their stars and backslashes are not Markdown. Each
// stops at the next opening sign, so that many unfinished ones cost no more than their length.
const formula =
  /\$\$(?:\\[\s\S]|[^\\$])+\$\$|\$(?!\s)(?:\\.|[^\\$\n])+(?<!\s)\$(?!\d)|\\\((?:\\[^()]|[^\\])+\\\)|\\\[(?:\\[^[\]]|[^\\])+\\\]/y

markdown.inline.ruler.before('escape', 'formula', (state, silent) => {
  formula.lastIndex = state.pos
  const found = formula.exec(state.src)?.[0]
  if (found === undefined || state.pos + found.length > state.posMax) return false
  if (!silent) state.push('text', '', 0).content = found
  state.pos += found.length
  return true
})

// The parser drops what is nested deeper; here it is shown as text.
const DEEPEST = 80
markdown.block.ruler.before('table', 'too_deep', (state, start, end, silent) => {
  if (state.level < DEEPEST) return false
  if (silent) return true
  state.push('code_block', 'code', 0).content = state.getLines(start, end, state.blkIndent, false)
  state.line = end
  return true
})

markdown.core.ruler.after('inline', 'tasks', ({ tokens }) => {
  tokens.forEach(({ type, children }, index) => {
    const first = children?.[0]
    if (type !== 'inline' || tokens[index - 2]?.type !== 'list_item_open' || first?.type !== 'text') return
    first.content = first.content.replace(/^\[([ xX])\](?= )/, (_, mark) => (mark === ' ' ? '☐' : '☑'))
  })
})

// Tags of raw-text elements are shown as text: a sentence only mentions them.
const rawTextTag = new RegExp(`^</?(?:${[...RAW_TEXT_ELEMENTS].join('|')})(?![a-z\\d-])`, 'i')

const { rules } = markdown.renderer
rules.html_inline = (tokens, index, _, environment) => {
  const tag = tokens[index]?.content ?? ''
  return environment?.isFile || rawTextTag.test(tag) ? escapeHtml(tag) : tag
}
rules.html_block = (tokens, index, _, environment) => {
  const html = tokens[index]?.content ?? ''
  return environment?.isFile ? `<p>${escapeHtml(html)}</p>\n` : unwrapRawText(html)
}

const image = rules.image
rules.image = (tokens, index, settings, environment, renderer) => {
  const token = tokens[index]
  const address = String(token?.attrGet('src') ?? '')
  const isBeside = !/^(?:https?:|data:|\/)/i.test(address)
  if (!environment?.isFile || !isBeside) return image?.(tokens, index, settings, environment, renderer) ?? ''
  return `<em>${escapeHtml(token?.content || address)}</em>`
}
rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '')
rules.fence = (tokens, index) => codeBlock(tokens[index]?.content ?? '', tokens[index]?.info)

function codeBlock(code: string, info = ''): string {
  const language = /^[\w+#.-]{1,50}/.exec(info.trim())?.[0]
  const opening = language ? `<pre class="language-${language}">` : '<pre>'
  return `${opening}<code>${escapeHtml(code)}${code.endsWith('\n') ? '' : '\n'}</code></pre>\n`
}

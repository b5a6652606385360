import { createContext, Script } from 'node:vm'
import type { MarkedExtension, Tokens } from 'marked'
import { cleanHtml, escapeHtml } from './html.ts'
import { loadLater } from './load-later.ts'

/** GitHub-flavoured Markdown as clean HTML; a source that cannot be rendered in reasonable time is shown as it is. */
export function renderMarkdown(source: string): string {
  const html = isTooLong(source) ? undefined : renderWithin(maxMilliseconds, source)
  const isUsable = html !== undefined && html.length <= Math.min(20 * source.length + 100_000, maxHtml)
  return isUsable ? cleanHtml(html) : `<pre>${escapeHtml(source)}</pre>`
}

/** The same when it takes no time to speak of, otherwise undefined. */
export function renderQuickly(source: string): string | undefined {
  const html = renderWithin(quickMilliseconds, source)
  return html === undefined || html.length > maxQuickHtml ? undefined : cleanHtml(html)
}

// Ordinary text of this length takes marked about a quarter of the time below, so that the clock decides only about
// hostile sources: some cost it time in the square of their length, or make much out of little (a wide table header
// above empty rows).
const maxProse = 500_000
const maxMilliseconds = 1000
const maxHtml = 5_000_000
const quickMilliseconds = 20
const maxQuickHtml = 50_000

/** Pictures pasted as data cost next to nothing and are not counted. */
function isTooLong(source: string): boolean {
  return source.length > maxProse && source.replace(/[A-Za-z\d+/=]{1000,}/g, '').length > maxProse
}

// `$…$`, `$$…$$`, `\(…\)` and `\[…\]` are drawn by whoever shows the text; their stars and backslashes are not Markdown.
// Each stops at the next opening sign, so that many that never end cost no more than their length.
const formula =
  /^(?:\$\$(?:\\[\s\S]|[^\\$])+\$\$|\$(?!\s)(?:\\.|[^\\$\n])+(?<!\s)\$(?!\d)|\\\((?:\\[^()]|[^\\])+\\\)|\\\[(?:\\[^[\]]|[^\\])+\\\])/

const options: MarkedExtension = {
  gfm: true,
  async: false,
  extensions: [
    {
      name: 'formula',
      level: 'inline',
      start: (source) => source.search(/[$\\]/),
      tokenizer(source) {
        const raw = formula.exec(source)?.[0]
        return raw === undefined ? undefined : { type: 'formula', raw }
      },
      renderer: ({ raw }) => escapeHtml(raw),
    },
  ],
  // Only elements that `cleanHtml` lets through, so that most documents need no second serialisation.
  renderer: {
    code({ text, lang = '' }) {
      const language = /^[\w+#.-]{1,50}/.exec(lang)?.[0]
      const opening = language ? `<pre class="language-${language}">` : '<pre>'
      return `${opening}<code>${escapeHtml(text)}\n</code></pre>\n`
    },
    checkbox({ checked }) {
      return checked ? '☑ ' : '☐ '
    },
    del({ tokens }) {
      return `<s>${this.parser.parseInline(tokens)}</s>`
    },
    table({ header, rows }) {
      const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>\n`
      return `<table>\n${[header, ...rows].map(row).join('')}</table>\n`
    },
    tablecell({ header, align, tokens }) {
      const name = header ? 'th' : 'td'
      const style = align ? ` style="text-align:${align}"` : ''
      return `<${name}${style}>${this.parser.parseInline(tokens)}</${name}>`
    },
  },
}

interface Sandbox {
  source: string
  render(text: string): string
}

const markedPackage = loadLater<typeof import('marked')>('marked')
const renderSource = new Script('render(source)')
let sandbox: Sandbox | undefined

function makeSandbox(): Sandbox {
  const marked = new (markedPackage().Marked)(options)
  return createContext({ source: '', render: (text: string) => marked.parse(text, { async: false }) }) as Sandbox
}

/** A script run with a time limit is the only way to interrupt code on this thread. */
function renderWithin(timeout: number, source: string): string | undefined {
  sandbox ??= makeSandbox()
  sandbox.source = source
  try {
    return renderSource.runInContext(sandbox, { timeout })
  } catch {
    // Too slow, or nested so deep that the stack overflowed.
    return undefined
  } finally {
    sandbox.source = ''
  }
}

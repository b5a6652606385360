import { escapeHtml } from '../../../lib/html.ts'
import { finderOf } from '../../../lib/large/finder.ts'
import type { Scope } from './scope.ts'
import { listOf, type Properties, plainText, textOf } from './values.ts'

export interface MainText {
  text: string
  contentType: 'html' | 'markdown'
}

type Format = 'html' | 'markdown' | 'plain'

interface Part {
  text: string
  format: Format
}

/** The main text: `text`, and after it `description`, which some programs have in its place and some beside it. */
export async function mainTextOf(scope: Scope, node: Properties): Promise<MainText> {
  const texts = await partsOf(scope, node, 'text', true)
  const descriptions = await partsOf(scope, node, 'description', texts.length === 0)
  const parts = [...texts, ...descriptions.filter(({ text }) => !isAmong(texts, text))]
  if (parts.length > 0) return joined(parts)
  // Even an entry without a text may be meant for Markdown.
  return { text: '', contentType: formatOf('', textOf(node, 'encodingFormat')) === 'markdown' ? 'markdown' : 'html' }
}

/** Some programs have the beginning of the text for its description, or all of it. */
function isAmong(texts: readonly Part[], text: string): boolean {
  const finder = finderOf(text)
  return texts.some((other) => finder(other.text))
}

export function joined(parts: readonly Part[]): MainText {
  // An entry is one or the other, and Markdown may contain HTML.
  const isMarkdown = parts.some(({ format }) => format === 'markdown')
  if (isMarkdown) return { text: parts.map(({ text }) => text).join('\n\n'), contentType: 'markdown' }
  const html = parts.map(({ text, format }) => (format === 'html' ? text : paragraphs(text)))
  return { text: html.join('\n'), contentType: 'html' }
}

/** Of one entry, of texts and of descriptions. */
const MOST_PARTS = 50

async function partsOf(scope: Scope, node: Properties, name: string, isMain: boolean): Promise<Part[]> {
  const parts: Part[] = []
  const values = listOf(node.get(name))
  if (values.length > MOST_PARTS) scope.notes.add('many_values', name)
  for (const value of values.slice(0, MOST_PARTS)) {
    const text = plainText(value)
    if (text !== undefined) {
      parts.push({ text, format: formatOf(text, isMain ? textOf(node, 'encodingFormat') : undefined) })
      continue
    }
    // Kadi4Mat has a node for each text.
    const described = await scope.follow(value)
    const inner = described && textOf(described, 'text', 'value', 'name')
    if (described && inner !== undefined) {
      parts.push({ text: inner, format: formatOf(inner, textOf(described, 'encodingFormat')) })
    }
  }
  return parts.filter(({ text }) => text.trim() !== '')
}

export function formatOf(text: string, encoding: string | undefined): Format {
  if (/^text\/(x-)?markdown\b/i.test(encoding ?? '')) return 'markdown'
  if (/^(text\/html|application\/xhtml\+xml)\b/i.test(encoding ?? '')) return 'html'
  if (/^text\/plain\b/i.test(encoding ?? '')) return 'plain'
  return /<\/?[a-z][a-z\d]*(\s[^<>]*)?\/?>/i.test(text) ? 'html' : 'plain'
}

/** Plain text as HTML: an empty line begins a paragraph. */
export function paragraphs(text: string): string {
  const parts = text.trim().split(/\r?\n[ \t]*\r?\n\s*/)
  return parts.map((part) => `<p>${escapeHtml(part).replaceAll(/\r?\n/g, '<br>')}</p>`).join('\n')
}

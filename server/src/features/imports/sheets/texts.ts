import { escapeHtml } from '../../../lib/html.ts'

const TAG = /<\/?[a-z][^<>]*>|&(?:[a-z]{2,10}|#\d{1,7});/i

/** The text of a cell as HTML: as it is if it is that, else with its line ends. */
export function cellToHtml(text: string): string {
  if (TAG.test(text)) return text
  const lines = escapeHtml(text).split(/\r\n?|\n/)
  if (lines.length === 1) return lines.join('')
  const paragraphs = lines.join('\n').split(/\n{2,}/)
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`).join('')
}

/** Several tags in a cell: cut at bars, else at semicolons and commas. */
export function cellToTags(text: string): string[] {
  const parts = text.split(text.includes('|') ? '|' : /[;,]/)
  return parts.map((tag) => tag.trim()).filter((tag) => tag !== '')
}

/** Our own export puts an apostrophe before what a spreadsheet would run as a formula. */
export function withoutGuard(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

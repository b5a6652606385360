import { findFormulas } from '../../editor/formulas/formulas.ts'

/**
 * Markdown of a file as HTML: headings, lists, tasks, tables, quotes, code, links and emphasis. Every character that means
 * something in HTML is escaped before anything is made of it, so nothing that stands in the file is HTML itself; whoever
 * shows it cleans it once more. A hostile file costs its length; some cost the
 * square of it in `marked`, which nothing can interrupt in a page.
 */
export function markdownToHtml(source: string): string {
  return blocks(source.replace(/\r\n?/g, '\n').replace(STAND_INS, '\ufffd').split('\n'), 0)
}

/** Deeper than that, quotes and lists are shown as they stand. */
const DEEPEST = 8

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,50})/
const HEADING = /^ {0,3}(#{1,6})\s(.*)$/s
const UNDERLINE = /^ {0,3}(?:(=+)|-+)\s*$/
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(?:\s+(.*)|\s*)$/s

function blocks(lines: readonly string[], depth: number): string {
  const html: string[] = []
  let paragraph: string[] = []
  const endParagraph = (name = 'p') => {
    if (paragraph.length > 0) html.push(`<${name}>${inline(paragraph.join('\n').trimEnd())}</${name}>`)
    paragraph = []
  }
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const underline = paragraph.length > 0 ? UNDERLINE.exec(line) : null
    const isBlank = line.trim() === ''
    const render = isBlank || underline ? undefined : block(lines, at, depth, paragraph.length > 0)
    if (render) {
      endParagraph()
      const found = render()
      html.push(found.html)
      at = found.end
      continue
    }
    if (underline) endParagraph(underline[1] ? 'h1' : 'h2')
    else if (isBlank) endParagraph()
    // Two blanks at its end break the line.
    else paragraph.push(line.endsWith('  ') ? `${line.trim()}  ` : line.trim())
    at++
  }
  endParagraph()
  return html.filter((one) => one !== '').join('\n')
}

interface Block {
  html: string
  /** The line behind it. */
  end: number
}

type Render = () => Block

/** What starts here is told at once and rendered when asked for: lists only need to know whether something does. */
function block(lines: readonly string[], at: number, depth: number, isInParagraph: boolean): Render | undefined {
  const line = lines[at] ?? ''
  const [, fence, language] = FENCE.exec(line) ?? []
  if (fence) return () => code(lines, at, fence, language ?? '')
  const [, marks, title] = HEADING.exec(line) ?? []
  if (marks) {
    const words = (title ?? '').trim().replace(/ #{1,9}$/, '')
    return () => ({ html: `<h${marks.length}>${inline(words)}</h${marks.length}>`, end: at + 1 })
  }
  if (RULE.test(line)) return () => ({ html: '<hr>', end: at + 1 })
  if (depth < DEEPEST && /^ {0,3}>/.test(line)) return () => quote(lines, at, depth)
  if (depth < DEEPEST && ITEM.test(line) && !(isInParagraph && /^\s*\d/.test(line))) return () => list(lines, at, depth)
  if (isTableHead(line, lines[at + 1] ?? '')) return () => table(lines, at)
  if (/^ {4}\S/.test(line) && !isInParagraph) return () => indented(lines, at)
  return undefined
}

/** A table with more is shown as it stands. */
const MOST_COLUMNS = 100

function isTableHead(line: string, next: string): boolean {
  if (!line.includes('|') || !next.includes('-')) return false
  const alignments = cells(next)
  if (alignments.length > MOST_COLUMNS || alignments.length !== cells(line).length) return false
  return alignments.every((cell) => /^:?-+:?$/.test(cell))
}

function code(lines: readonly string[], at: number, fence: string, language: string): Block {
  let end = at + 1
  while (end < lines.length && !(lines[end] ?? '').trimStart().startsWith(fence)) end++
  // Without an end it goes to that of the file, whose last line has nothing behind it.
  const isCut = end === lines.length && end > at + 1 && lines[end - 1] === ''
  return { html: preformatted(lines.slice(at + 1, isCut ? end - 1 : end), language), end: end + 1 }
}

function indented(lines: readonly string[], at: number): Block {
  let end = at
  while (end < lines.length && /^ {4}/.test(lines[end] ?? '')) end++
  return { html: preformatted(lines.slice(at, end).map((line) => line.slice(4))), end }
}

function preformatted(lines: readonly string[], language = ''): string {
  const opening = language === '' ? '<pre>' : `<pre class="language-${escapeText(language)}">`
  return `${opening}<code>${escapeText(lines.join('\n'))}\n</code></pre>`
}

function quote(lines: readonly string[], at: number, depth: number): Block {
  let end = at
  while (end < lines.length && /^ {0,3}>/.test(lines[end] ?? '')) end++
  const inside = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ''))
  return { html: `<blockquote>${blocks(inside, depth + 1)}</blockquote>`, end }
}

function list(lines: readonly string[], at: number, depth: number): Block {
  const [, indent = '', mark = ''] = ITEM.exec(lines[at] ?? '') ?? []
  const isOrdered = /\d/.test(mark)
  const items: string[][] = []
  let end = at
  while (end < lines.length) {
    const line = lines[end] ?? ''
    const [, own = '', ownMark = '', words = ''] = ITEM.exec(line) ?? []
    const isItem = (one: string) => /\d/.test(ITEM.exec(one)?.[2] ?? '?') === isOrdered && ITEM.test(one)
    if (isItem(line) && own.length <= indent.length && ownMark !== '') items.push([words])
    else {
      const next = line.trim() === '' ? (lines[end + 1] ?? '') : line
      const isInside = next.trim() !== '' && (indentOf(next) > indent.length || isItem(next))
      const isLazy = line.trim() !== '' && (lines[end - 1] ?? '').trim() !== '' && !block(lines, end, DEEPEST, true)
      if (!isInside && (!isLazy || ITEM.test(line))) break
      items.at(-1)?.push(line)
    }
    end++
  }
  const inside = items.map(([first = '', ...rest]) => {
    const filled = rest.filter((line) => line.trim() !== '')
    const shift = filled.reduce((least, line) => Math.min(least, indentOf(line)), Number.POSITIVE_INFINITY)
    return listItem([first, ...rest.map((line) => line.slice(Math.min(shift, indentOf(line))))], depth)
  })
  const start = isOrdered && Number.parseInt(mark, 10) !== 1 ? ` start="${Number.parseInt(mark, 10)}"` : ''
  const name = isOrdered ? 'ol' : 'ul'
  return { html: `<${name}${start}>${inside.join('')}</${name}>`, end }
}

function listItem(lines: readonly string[], depth: number): string {
  const [, box, words] = /^\[([ xX])\]\s+(.*)$/s.exec(lines[0] ?? '') ?? []
  const inside = blocks(box ? [words ?? '', ...lines.slice(1)] : lines, depth + 1)
  // A line by itself is no paragraph.
  const html = inside.replace(/^<p>([\s\S]*?)<\/p>/, '$1')
  return box ? `<li>${box === ' ' ? '☐' : '☑'} ${html}</li>` : `<li>${html}</li>`
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function table(lines: readonly string[], at: number): Block {
  const head = cells(lines[at] ?? '')
  let end = at + 2
  while (end < lines.length && (lines[end] ?? '').includes('|')) end++
  const body = lines.slice(at + 2, end).map((line) => {
    // Cells that it does not have are not made up: a wide head above many short rows would be a page without end.
    const values = cells(line).slice(0, head.length)
    return `<tr>${values.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`
  })
  const header = `<thead><tr>${head.map((cell) => `<th>${inline(cell)}</th>`).join('')}</tr></thead>`
  return { html: `<table>${header}<tbody>${body.join('')}</tbody></table>`, end }
}

function cells(line: string): string[] {
  const inside = line.trim().replace(/^\||(?<!\\)\|$/g, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** Code first, then formulas: what stands in them is nothing else. */
function inline(text: string): string {
  let html = ''
  let from = 0
  for (const { start, end, inside } of codeSpans(text)) {
    html += `${besideCode(text.slice(from, start))}<code>${escapeText(inside.trim())}</code>`
    from = end
  }
  return html + besideCode(text.slice(from))
}

function besideCode(text: string): string {
  let html = ''
  let end = 0
  for (const { from, to } of findFormulas(text)) {
    html += besideFormulas(text.slice(end, from)) + escapeText(text.slice(from, to))
    end = to
  }
  return html + besideFormulas(text.slice(end))
}

interface CodeSpan {
  start: number
  end: number
  inside: string
}

/** From some backticks to as many. A backslash keeps one from opening a span, and means nothing within one. */
function codeSpans(text: string): CodeSpan[] {
  const spans: CodeSpan[] = []
  let open: { index: number; length: number } | undefined
  for (const { 0: found, index } of text.matchAll(/\\[^`]|\\?`+/g)) {
    if (!found.endsWith('`')) continue
    const ticks = found.startsWith('\\') ? found.length - 1 : found.length
    const end = index + found.length
    if (open?.length === ticks) {
      const inside = text.slice(open.index + open.length, end - ticks)
      spans.push({ start: open.index, end, inside })
      open = undefined
    } else if (!open) {
      const length = found.startsWith('\\') ? ticks - 1 : ticks
      if (length > 0) open = { index: end - length, length }
    }
  }
  return spans
}

// Signs behind a backslash are signs, not marks. While marks are looked for, characters that no text may contain stand
// for them: Unicode keeps as many of those as ASCII has signs.
const SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const FIRST_STAND_IN = 0xfdd0
const STAND_INS = /[\ufdd0-\ufdef]/g

function besideFormulas(text: string): string {
  const hidden = text.replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) =>
    String.fromCharCode(FIRST_STAND_IN + SIGNS.indexOf(sign)),
  )
  return emphasis(hidden).replace(STAND_INS, (one) => escapeText(SIGNS.charAt(one.charCodeAt(0) - FIRST_STAND_IN)))
}

const LINK = /(!?)\[([^[\]]{0,1000})\]\( ?<?((?:[^\s()<>]|\([^\s()<>]{0,2000}\)){0,2000})>?(?: "[^"]{0,500}")? ?\)/g
const ADDRESS = /\bhttps?:\/\/(?:[^\s<>"'()]|\([^\s<>"'()]{0,2000}\)){1,2000}/g

function emphasis(text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const [whole, isPicture, label = '', target = ''] = match
    html += withAddresses(text.slice(end, match.index))
    // Pictures lie beside the file, or elsewhere: their names are shown.
    html += isPicture ? `<em>${escapeText(label || target)}</em>` : anchor(target, styled(escapeText(label)))
    end = match.index + whole.length
  }
  return html + withAddresses(text.slice(end))
}

function withAddresses(text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    html += styled(escapeText(text.slice(end, match.index))) + anchor(match[0], escapeText(match[0]))
    end = match.index + match[0].length
  }
  return html + styled(escapeText(text.slice(end)))
}

function anchor(target: string, label: string): string {
  if (!/^(?:https?:|mailto:)/i.test(target)) return label
  return `<a href="${escapeText(target)}" target="_blank" rel="noopener noreferrer">${label}</a>`
}

/** Of text that is escaped already. */
function styled(html: string): string {
  return html
    .replace(/\*\*([^\s*](?:[^*]{0,2000}[^\s*])?)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\p{L}\p{N}_])__([^\s_](?:[^_]{0,2000}[^\s_])?)__(?![\p{L}\p{N}_])/gu, '<strong>$1</strong>')
    .replace(/\*([^\s*](?:[^*\n]{0,2000}[^\s*])?)\*/g, '<em>$1</em>')
    .replace(/(?<![\p{L}\p{N}_])_([^\s_](?:[^_\n]{0,2000}[^\s_])?)_(?![\p{L}\p{N}_])/gu, '<em>$1</em>')
    .replace(/~~([^\s~](?:[^~]{0,2000}[^\s~])?)~~/g, '<s>$1</s>')
    .replace(/(?: {2}|\\)\n/g, '<br>')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

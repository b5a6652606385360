import { boxOf, TASKS } from '../../ui/words/tasks.ts'

const BLOCKS = new Set([
  'P',
  'DIV',
  'LI',
  'UL',
  'OL',
  'TR',
  'TABLE',
  'PRE',
  'BLOCKQUOTE',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'HR',
])

/** The words of HTML, one block per line. Parsing this way loads and runs nothing. */
export function textOfHtml(html: string): string {
  const lines = ['']
  collect(new DOMParser().parseFromString(html, 'text/html').body, lines, false)
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

function collect(node: Node, lines: string[], isAsWritten: boolean): void {
  if (node.nodeType === Node.TEXT_NODE) add(node.textContent ?? '', lines, isAsWritten)
  if (!(node instanceof Element)) return
  const isBlock = BLOCKS.has(node.tagName)
  if (isBlock) startLine(lines)
  if (node.matches(TASKS)) add(`${boxOf(node)} `, lines, true)
  if (node.tagName === 'BR') lines.push('')
  if (node.tagName === 'IMG') add('🖼', lines, true)
  for (const child of node.childNodes) collect(child, lines, isAsWritten || node.tagName === 'PRE')
  if (node.tagName === 'TD' || node.tagName === 'TH') add('\t', lines, true)
  if (isBlock) startLine(lines)
}

function add(text: string, lines: string[], isAsWritten: boolean): void {
  const last = lines.pop() ?? ''
  // As a page shows it: white space collapses, and none is at the start of a line.
  const shown = isAsWritten ? text : text.replace(/\s+/g, ' ')
  lines.push(...(last + (last === '' && !isAsWritten ? shown.trimStart() : shown)).split('\n'))
}

function startLine(lines: string[]): void {
  const last = lines.at(-1) ?? ''
  // The words of a task stay beside its box.
  if (last !== '' && !/^[☑☐] $/.test(last)) lines.push('')
}

import type { Editor } from '@tiptap/core'
import { DOMParser as DocParser, type Schema, Slice } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { tidyBlanks } from './tidy-blanks.ts'

const HEADING = /^#{1,6} \S/
const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)]) \S/
const FENCE = /^(?:```|~~~)/
const RULE_OF_TABLE = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$/

/** Whether plain text has the blocks of Markdown. A comment of a script is not a heading, nor one dash a list. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n')
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  const hasTable = lines.some((line, index) => index > 0 && RULE_OF_TABLE.test(line) && lines[index - 1]?.includes('|'))
  const isHeading = (line: string, index: number) =>
    HEADING.test(line) && (line.startsWith('##') || (lines[index + 1] ?? '').trim() === '')
  return hasTable || count(FENCE) >= 2 || count(ITEM) >= 2 || lines.some(isHeading)
}

/** Inserts Markdown at the cursor. The converter is loaded first; without it the words go in as they are. */
export async function insertMarkdown(editor: Editor, source: string): Promise<void> {
  editor.commands.deleteSelection()
  let at = editor.state.selection.from
  const follow = ({ transaction }: { transaction: Editor['state']['tr'] }) => {
    at = transaction.mapping.map(at)
  }
  editor.on('transaction', follow)
  const slice = await readMarkdown(editor.schema, source).catch(() => readLines(editor.schema, source))
  editor.off('transaction', follow)
  if (editor.isDestroyed || !editor.isEditable) return
  const { tr } = editor.state
  tr.setSelection(TextSelection.create(tr.doc, at)).replaceRange(at, at, slice)
  editor.view.dispatch(tr.setMeta('paste', true).scrollIntoView())
}

async function readMarkdown(schema: Schema, source: string): Promise<Slice> {
  const { markdownToHtml } = await import('@aliquot/contract/markdown')
  const { body } = new DOMParser().parseFromString(markdownToHtml(source, { isFile: true }), 'text/html')
  for (const list of body.querySelectorAll('ul')) markTasks(list)
  for (const code of body.querySelectorAll('pre > code')) code.textContent = (code.textContent ?? '').replace(/\n$/, '')
  tidyBlanks(body)
  const { content } = DocParser.fromSchema(schema).parse(body, { preserveWhitespace: true })
  // Words continue the line at the cursor; other blocks stand for themselves.
  const isOpen = (block: { type: { name: string } } | null) => (block?.type.name === 'paragraph' ? 1 : 0)
  return new Slice(content, isOpen(content.firstChild), isOpen(content.lastChild))
}

function readLines(schema: Schema, source: string): Slice {
  const lines = source.split(/\r\n?|\n/)
  const blocks = lines.map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]))
  return new Slice(schema.topNodeType.create(null, blocks).content, 1, 1)
}

/** The converter draws boxes as signs. */
function markTasks(list: Element): void {
  const items = [...list.children]
  if (!items.every(({ textContent }) => /^\s*[☐☑] /.test(textContent ?? ''))) return
  list.setAttribute('data-type', 'taskList')
  for (const item of items) {
    const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT)
    let first = walker.nextNode()
    while (first && first.textContent?.trim() === '') first = walker.nextNode()
    item.setAttribute('data-type', 'taskItem')
    item.setAttribute('data-checked', String(first?.textContent?.trimStart().startsWith('☑')))
    if (first) first.textContent = (first.textContent ?? '').trimStart().slice(2)
  }
}

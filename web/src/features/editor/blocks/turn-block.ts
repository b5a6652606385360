import type { Node as DocNode, Schema } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { CALLOUT_KINDS, type CalloutKind, calloutKind } from '../../rendered-text/callouts.ts'
import { calloutAttributes } from '../extensions/callout.extension.ts'
import { isItem, isList } from './block-at.ts'
import { listAttributes } from './move-blocks.ts'

export const LIST_FORMS = ['bulletList', 'orderedList', 'taskList'] as const
export type ListForm = (typeof LIST_FORMS)[number]
export type WrapperForm = 'blockquote' | 'details' | CalloutKind
export type BlockForm = 'paragraph' | `heading${1 | 2 | 3 | 4}` | ListForm | WrapperForm | 'codeBlock'

/** Blocks around others, which another form takes away. */
const WRAPPERS = new Set(['blockquote', 'callout', 'details'])
const WRAPPER_FORMS: readonly string[] = ['blockquote', 'details', ...CALLOUT_KINDS]

/** Whether a block has words that can have another form. Tables, pictures and foreign blocks stay what they are. */
export function canTurn(node: DocNode): boolean {
  return ['paragraph', 'heading', 'codeBlock'].includes(node.type.name) || isItem(node) || WRAPPERS.has(node.type.name)
}

/** Pictures cannot be part of code. */
export function canBeCode(node: DocNode): boolean {
  let hasOthers = false
  node.descendants(({ isInline, isText, type }) => {
    if (isInline && !isText && type.name !== 'hardBreak') hasOthers = true
  })
  return !hasOthers
}

/** The form of a block, as in `BlockForm`. An item has that of its list. */
export function formOf(node: DocNode, parent: DocNode): string {
  if (isItem(node)) return parent.type.name
  if (node.type.name === 'callout') return calloutKind(node.attrs.class)
  return node.type.name === 'heading' ? `heading${node.attrs.level}` : node.type.name
}

/** Gives a block another form. The cursor goes to the end of its words. */
export function turnBlock(tr: Transaction, position: number, form: BlockForm): Transaction {
  const node = tr.doc.nodeAt(position)
  if (!node) return tr
  const list = LIST_FORMS.find((name) => name === form)
  if (isItem(node)) {
    if (list) return withCursor(tr, turnItem(tr, position, list))
    return withCursor(tr, turnText(tr, takeOutOfList(tr, position), form))
  }
  const isWrapper = WRAPPERS.has(node.type.name)
  if (isWrapper && isWrapperForm(form)) {
    tr.replaceWith(position, position + node.nodeSize, wrap(node.type.schema, form, innerBlocks(node)))
    return withCursor(tr, position)
  }
  const start = isWrapper ? unwrap(tr, position) : position
  return withCursor(tr, list ? wrapInList(tr, start, list) : turnText(tr, start, form))
}

/** Gives the text block at the cursor another form, wherever it is: in a cell or a callout, too. */
export function turnAtCursor(tr: Transaction, form: BlockForm): Transaction {
  const { $from } = tr.selection
  const isFirstOfItem = $from.depth > 1 && isItem($from.node(-1)) && $from.index(-1) === 0
  const isInWrapper = $from.depth > 1 && WRAPPERS.has($from.node(-1).type.name)
  const isLine = $from.parent.type.name === 'detailsSummary'
  // Plain text, or another box, is a wish about the box; a heading is one about the words in it.
  const takesBox = isInWrapper && (isLine || form === 'paragraph' || isWrapperForm(form))
  if (isFirstOfItem || takesBox) return turnBlock(tr, $from.before(-1), form)
  return $from.depth > 0 ? turnBlock(tr, $from.before(), form) : tr
}

function isWrapperForm(form: string): form is WrapperForm {
  return WRAPPER_FORMS.includes(form)
}

/** The item alone gets another kind of list. Returns its position. */
function turnItem(tr: Transaction, position: number, form: ListForm): number {
  const { schema } = tr.doc.type
  return partList(tr, position, (item) => [newList(schema, form, item.content.content)])
}

function takeOutOfList(tr: Transaction, position: number): number {
  return partList(tr, position, (item) => item.content.content)
}

/** Replaces an item by blocks between the two parts of its list. Returns their position. */
function partList(tr: Transaction, position: number, blocksFor: (item: DocNode) => readonly DocNode[]): number {
  const $item = tr.doc.resolve(position)
  const list = $item.parent
  const index = $item.index()
  const before = list.children.slice(0, index)
  const after = list.children.slice(index + 1)
  const part = (items: readonly DocNode[], start: number) =>
    items.length === 0 ? [] : [list.type.create(listAttributes(list, start), items)]
  const first = Number(list.attrs.start ?? 1)
  const head = part(before, first)
  const start = $item.before()
  const blocks = blocksFor(list.child(index))
  tr.replaceWith(start, $item.after(), [...head, ...blocks, ...part(after, first + index)])
  const at = start + head.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  return blocks.length === 1 && isList(blocks[0] as DocNode) ? joinLists(tr, at) : at
}

/** Joins a list with neighbours of its kind. Returns its new position. */
function joinLists(tr: Transaction, position: number): number {
  const list = tr.doc.nodeAt(position)
  if (!list) return position
  const isSame = (other: DocNode | null | undefined) => other?.type === list.type
  const end = position + list.nodeSize
  if (isSame(tr.doc.resolve(end).nodeAfter)) tr.join(end)
  if (!isSame(tr.doc.resolve(position).nodeBefore)) return position
  tr.join(position)
  return position - 1
}

function wrapInList(tr: Transaction, position: number, form: ListForm): number {
  const node = tr.doc.nodeAt(position)
  if (!node) return position
  const list = newList(tr.doc.type.schema, form, [node])
  tr.replaceWith(position, position + node.nodeSize, list)
  return joinLists(tr, position)
}

/** A list with one item. An item begins with a paragraph. */
function newList(schema: Schema, form: ListForm, blocks: readonly DocNode[]): DocNode {
  const [first, ...others] = blocks
  const itemType = form === 'taskList' ? 'taskItem' : 'listItem'
  const paragraph = schema.nodes.paragraph
  const words = first?.isTextblock && paragraph ? toParagraph(first) : undefined
  const content = words ? [words, ...others] : [schema.node('paragraph'), ...blocks]
  return schema.node(form, null, schema.node(itemType, null, content))
}

function toParagraph(block: DocNode): DocNode {
  const { schema } = block.type
  const { style, dir, lang } = block.attrs
  if (!block.type.spec.code) return schema.node('paragraph', { style, dir, lang }, block.content)
  const lines = block.textContent.split('\n')
  const content = lines.flatMap((line, index) => [
    ...(index > 0 ? [schema.node('hardBreak')] : []),
    ...(line === '' ? [] : [schema.text(line)]),
  ])
  return schema.node('paragraph', null, content)
}

/** The words of a text block as a paragraph, heading, code or quote. Returns its position. */
function turnText(tr: Transaction, position: number, form: BlockForm): number {
  const node = tr.doc.nodeAt(position)
  if (!node?.isTextblock) return position
  const { schema } = node.type
  const { style, dir, lang } = node.attrs
  const level = Number(form.replace('heading', ''))
  const end = position + node.nodeSize
  if (isWrapperForm(form)) tr.replaceWith(position, end, wrap(schema, form, [toParagraph(node)]))
  else if (form === 'codeBlock') tr.replaceWith(position, end, toCode(node))
  else if (level >= 1) {
    tr.replaceWith(position, end, schema.node('heading', { style, dir, lang, level }, toParagraph(node).content))
  } else tr.replaceWith(position, end, toParagraph(node))
  return position
}

function toCode(block: DocNode): DocNode {
  const { schema } = block.type
  const words = block.textBetween(0, block.content.size, '\n', ({ type }) => (type.name === 'hardBreak' ? '\n' : ''))
  return schema.node('codeBlock', null, words === '' ? [] : [schema.text(words)])
}

function wrap(schema: Schema, form: WrapperForm, blocks: readonly DocNode[]): DocNode {
  if (form === 'blockquote') return schema.node(form, null, [...blocks])
  if (form !== 'details') return schema.node('callout', calloutAttributes(form), [...blocks])
  const [first, ...others] = blocks
  const words = first?.isTextblock ? toParagraph(first).content : undefined
  const body = words ? others : blocks
  const content = body.length === 0 ? [schema.node('paragraph')] : [...body]
  return schema.node('details', null, [schema.node('detailsSummary', null, words), ...content])
}

/** Leaves the blocks inside. Returns the position of the first. */
function unwrap(tr: Transaction, position: number): number {
  const node = tr.doc.nodeAt(position)
  if (node) tr.replaceWith(position, position + node.nodeSize, innerBlocks(node))
  return position
}

/** The line of a collapsible block is a paragraph elsewhere. */
function innerBlocks(node: DocNode): DocNode[] {
  return node.children.map((block) => (block.type.name === 'detailsSummary' ? toParagraph(block) : block))
}

function withCursor(tr: Transaction, position: number): Transaction {
  const node = tr.doc.nodeAt(position)
  let end: number | undefined
  node?.nodesBetween(0, node.content.size, (inner, at) => {
    if (inner.isTextblock) end ??= position + 1 + at + 1 + inner.content.size
    return end === undefined
  })
  if (node?.isTextblock) end = position + 1 + node.content.size
  return end === undefined ? tr : tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView()
}

import type { Node as DocNode } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { readStyle, writeStyle } from './style-text.ts'

export const SIZES = { small: '25%', medium: '50%', large: '75%', full: '100%' } as const
export const SIDES = ['left', 'center', 'right'] as const

export type Size = keyof typeof SIZES
export type Side = (typeof SIDES)[number]

/** A selected picture, whether it has a caption or not. */
export interface Picture {
  node: DocNode
  position: number
  src: string
  alt: string
  size: Size | undefined
  side: Side
  hasCaption: boolean
}

export function selectedPicture({ selection }: Pick<EditorState, 'selection'>): Picture | undefined {
  if (!(selection instanceof NodeSelection) || !isPicture(selection.node)) return undefined
  const { node, from: position, $from } = selection
  const hasCaption = node.type.name === 'figure'
  const block = hasCaption ? node : $from.parent
  const { src, alt, width } = node.attrs
  return {
    node,
    position,
    src: String(src),
    alt: alt ?? '',
    size: (Object.keys(SIZES) as Size[]).find((size) => SIZES[size] === width),
    side: SIDES.find((side) => side === readStyle(block.attrs.style, 'text-align')) ?? 'left',
    hasCaption,
  }
}

export function isPicture({ type }: DocNode): boolean {
  return type.name === 'image' || type.name === 'figure'
}

/** The same width on every screen: a part of the text's. The size that it has already gives it back its own. */
export function resizePicture(tr: Transaction, { position, size: before }: Picture, size: Size): Transaction {
  tr.setNodeAttribute(position, 'width', size === before ? null : SIZES[size]).setNodeAttribute(
    position,
    'height',
    null,
  )
  return select(tr, position)
}

export function describePicture(tr: Transaction, { position }: Picture, alt: string): Transaction {
  return select(tr.setNodeAttribute(position, 'alt', alt), position)
}

/** A picture among words gets a line of its own first. */
export function alignPicture(tr: Transaction, picture: Picture, side: Side): Transaction {
  const position = picture.hasCaption ? picture.position : moveToOwnLine(tr, picture.position)
  const block = picture.hasCaption ? position : position - 1
  const style = tr.doc.nodeAt(block)?.attrs.style ?? null
  tr.setNodeAttribute(block, 'style', writeStyle(style, 'text-align', side === 'left' ? undefined : side))
  return select(tr, position)
}

/** Puts the cursor into a new caption. */
export function addCaption(tr: Transaction, picture: Picture): Transaction {
  const at = moveToOwnLine(tr, picture.position) - 1
  const paragraph = tr.doc.nodeAt(at)
  if (!paragraph) return tr
  const { style: pictureStyle, ...attributes } = picture.node.attrs
  const { style, dir, lang } = paragraph.attrs
  const figure = paragraph.type.schema.node('figure', { ...attributes, pictureStyle, style, dir, lang })
  tr.replaceWith(at, at + paragraph.nodeSize, figure)
  return tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView()
}

/** The words of the caption become a paragraph below the picture. */
export function removeCaption(tr: Transaction, position: number): Transaction {
  const figure = tr.doc.nodeAt(position)
  if (figure?.type.name !== 'figure') return tr
  const { schema } = figure.type
  const { pictureStyle, style, dir, lang, ...attributes } = figure.attrs
  const image = schema.node('image', { ...attributes, style: pictureStyle })
  const blocks = [schema.node('paragraph', { style, dir, lang }, image)]
  if (figure.content.size > 0) blocks.push(schema.node('paragraph', null, figure.content))
  tr.replaceWith(position, position + figure.nodeSize, blocks)
  return select(tr, position + 1)
}

/** Removes the paragraph too, if nothing else was in it. */
export function removePicture(tr: Transaction, { position, node, hasCaption }: Picture): Transaction {
  const $position = tr.doc.resolve(position)
  const isAlone = !hasCaption && $position.parent.childCount === 1 && canRemoveBlock($position.node(-1))
  return isAlone ? tr.delete($position.before(), $position.after()) : tr.delete(position, position + node.nodeSize)
}

function canRemoveBlock(outer: DocNode): boolean {
  return outer.childCount > 1
}

/** Returns the new position of the image. */
function moveToOwnLine(tr: Transaction, position: number): number {
  const $position = tr.doc.resolve(position)
  const { parent, nodeAfter: image } = $position
  if (!image || (parent.childCount === 1 && parent.type.name === 'paragraph')) return position
  const isFirst = $position.parentOffset === 0
  tr.delete(position, position + image.nodeSize)
  const line = image.type.schema.node('paragraph', null, image)
  if (!isFirst && $position.parentOffset + image.nodeSize < parent.content.size) tr.split(position)
  const at = isFirst ? $position.before() : tr.doc.resolve(position).after()
  tr.insert(at, line)
  return at + 1
}

function select(tr: Transaction, position: number): Transaction {
  return tr.setSelection(NodeSelection.create(tr.doc, position))
}

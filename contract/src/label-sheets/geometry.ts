import type { LabelSheet } from './sheets.ts'

/** Light modules around a code, without which readers do not find it. */
export const QUIET = { qr: 4, datamatrix: 2 } as const
export const LABEL_CODES = ['qr', 'datamatrix'] as const
export type LabelCode = (typeof LABEL_CODES)[number]

/** Smaller modules are two dots of a label printer no more, and cameras do not tell them apart. Millimetres. */
export const LEAST_MODULE = 0.25
/** Larger codes are not read better. */
const MOST_SIDE = 30
/** Less room holds no words. */
const LEAST_WORDS = 4

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Where the first label is. */
export function cornerOf({ page, columns, rows, label, gap, corner }: LabelSheet): { x: number; y: number } {
  return (
    corner ?? {
      x: (page.width - columns * label.width - (columns - 1) * gap.x) / 2,
      y: (page.height - rows * label.height - (rows - 1) * gap.y) / 2,
    }
  )
}

/** Whether all labels are on the page. Makers of sheets round. */
export function isOnPage(sheet: LabelSheet): boolean {
  const { page, columns, rows, label, gap } = sheet
  const { x, y } = cornerOf(sheet)
  const right = x + columns * label.width + (columns - 1) * gap.x
  const bottom = y + rows * label.height + (rows - 1) * gap.y
  return Math.min(x, y) >= -ROUNDING && right <= page.width + ROUNDING && bottom <= page.height + ROUNDING
}

const ROUNDING = 0.5

/** The place of a label, counted from 0, row by row. */
export function placeOf(sheet: LabelSheet, index: number): { page: number } & Box {
  const { columns, rows, label, gap } = sheet
  const corner = cornerOf(sheet)
  const onPage = index % (columns * rows)
  return {
    page: Math.floor(index / (columns * rows)),
    x: corner.x + (onPage % columns) * (label.width + gap.x),
    y: corner.y + Math.floor(onPage / columns) * (label.height + gap.y),
    ...label,
  }
}

export interface LabelLayout {
  /** With its quiet zone. */
  code: { x: number; y: number; side: number }
  /** Undefined if there is room for the code only. */
  words: Box | undefined
}

/** The shorter side of the smallest label for a code, in tenths of a millimetre. */
export function leastLabelFor(modules: number): number {
  let side = Math.ceil(modules * LEAST_MODULE * 10)
  while (!layoutOf({ width: side / 10, height: side / 10 }, modules)) side += 1
  return side / 10
}

/** Where code and words are on a label; undefined if the code would be too small to be read. `modules` with the quiet zone. */
export function layoutOf({ width, height }: LabelSheet['label'], modules: number): LabelLayout | undefined {
  const edge = Math.max(0.3, Math.min(2, 0.05 * Math.min(width, height)))
  const [wide, high] = [width - 2 * edge, height - 2 * edge]
  const least = modules * LEAST_MODULE
  if (Math.min(wide, high) < least) return undefined
  const isWide = width >= 1.2 * height
  const wanted = isWide ? Math.min(high, 0.5 * wide, MOST_SIDE) : Math.min(wide, 0.6 * high, MOST_SIDE)
  const side = Math.max(wanted, least)
  const gap = Math.max(0.3, 0.6 * edge)
  const words = isWide
    ? { x: edge + side + gap, y: edge, width: wide - side - gap, height: high }
    : { x: edge, y: edge + side + gap, width: wide, height: high - side - gap }
  const code = isWide ? { x: edge, y: (height - side) / 2, side } : { x: (width - side) / 2, y: edge, side }
  return { code, words: Math.min(words.width, words.height) >= Math.min(LEAST_WORDS, high) ? words : undefined }
}

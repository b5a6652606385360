import type { SheetWords } from '../sheet.ts'
import type { Align, Block, Marks, Run } from '../tree.ts'
import type { Node, Tag } from './dom.ts'

/** A picture that is ready to be placed. */
export interface Placed {
  path: string
  /** Pixels. */
  width: number
  height: number
}

export interface TextSettings {
  baseUrl: string
  words: SheetWords
  /** By the source of a picture as the text has it; undefined if it is not shown. */
  pictureOf(source: string): Placed | undefined
}

/** Where something stands. */
export interface Place extends TextSettings {
  marks: Marks
  /** Points. */
  width: number
  depth: number
  /** The cells that tables of this text may still have. */
  room: { cells: number }
  align?: Align | undefined
  /** The blocks of what is inside. */
  flow(nodes: readonly Node[], place: Place): Block[]
}

/** All words of an element as one line. */
export function runsOf(tag: Tag, place: Place): Run[] {
  return place
    .flow(tag.children, place)
    .flatMap((block, index) => (block.k === 'p' || block.k === 'h' ? [...(index > 0 ? [' '] : []), ...block.c] : []))
}

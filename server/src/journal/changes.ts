import { hash } from 'node:crypto'
import { findNearPieces } from './near-pieces.ts'
import { pack, unpack, unpackLater } from './packed-text.ts'
import { commonEnd, commonStart, findPieces, joinPieces, type Piece } from './text-delta.ts'

/** A JSON value in the journal. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * The change of one field. Small values are stored before and after. A large text is stored once: compressed, or as a
 * delta from the previous text, which is found by walking the chain back to the last full copy.
 */
export type FieldChange = { before?: Json; after?: Json } | FullCopy | Delta

interface LargeText {
  hash: string
  /** In characters. Missing in events of earlier versions. */
  length?: number
}

type FullCopy = LargeText & ({ text: string } | { deflated: string })

/** One differing place, or several. */
type Delta = LargeText & { base: string } & (
    | { keep: [start: number, end: number]; insert: string; deflated?: true }
    | { pieces: string }
  )

export type Changes = Record<string, FieldChange>

const LARGE = 1024
/**
 * Compressing a shorter copy, or comparing such texts block by block, takes as much time as everything else of its
 * event, and saves less than two kilobytes.
 */
const COMPRESSED = 2048
const DELTAS_BETWEEN_COPIES = 64

export function textHash(text: string): string {
  return hash('sha256', text)
}

/** For a field whose values are small or rarely written. */
export function fieldChange(before: Json | undefined, after: Json | undefined): FieldChange {
  const change: { before?: Json; after?: Json } = {}
  if (before !== undefined) change.before = shorten(before)
  if (typeof after === 'string' && after.length > LARGE) return { hash: textHash(after), ...copyOf(after) }
  if (after !== undefined) change.after = after
  return change
}

/** The changes of all listed fields that differ between two rows. */
export function rowChanges<R extends object>(
  before: Partial<R>,
  after: Partial<R>,
  fields: readonly (keyof R & string)[],
): Changes {
  const changes: Changes = {}
  for (const field of fields) {
    if (before[field] !== after[field])
      changes[field] = fieldChange(before[field] as Json | undefined, after[field] as Json)
  }
  return changes
}

/**
 * For a long text that is saved again and again. `deltas` counts the deltas since the last full copy; the caller stores
 * it with the text.
 */
export function textChange(
  before: string | null,
  after: string,
  deltas: number,
): { change: FieldChange; deltas: number } {
  if (after.length <= LARGE && (before ?? '').length <= LARGE) {
    return { change: { before, after }, deltas: 0 }
  }
  const length = countCharacters(after)
  const copy = () => ({ change: { hash: textHash(after), length, ...copyOf(after) }, deltas: 0 })
  if (before === null || deltas >= DELTAS_BETWEEN_COPIES) return copy()
  const start = commonStart(before, 0, after, 0)
  const end = commonEnd(before, before.length, after, after.length, Math.min(before.length, after.length) - start)
  const insert = after.slice(start, after.length - end)
  const delta = () => ({ hash: textHash(after), length, base: textHash(before) })
  if (insert.length <= LARGE) return { change: { ...delta(), keep: [start, end], insert }, deltas: deltas + 1 }
  if (after.length <= COMPRESSED) return copy()
  const limits = { reached: start, mostNew: after.length / 2 }
  const pieces = findNearPieces(before, insert, limits) ?? findPieces(before, insert, limits)
  if (!pieces) return copy()
  const text = JSON.stringify([[0, start], ...pieces, [before.length - end, end]])
  return { change: { ...delta(), pieces: pack(text) }, deltas: deltas + 1 }
}

/** Whether the new value can only be computed from the previous one. */
export function isDelta(change: FieldChange): change is Delta {
  return 'base' in change
}

/** Computes the new value from the previous one. */
export function valueAfter(change: FieldChange, before: Json | undefined): Json | undefined {
  const packed = packedIn(change)
  return valueWith(change, before, packed && unpack(packed))
}

/** The same, with long texts unpacked on another thread. */
export async function valueAfterLater(change: FieldChange, before: Json | undefined): Promise<Json | undefined> {
  const packed = packedIn(change)
  return valueWith(change, before, packed && (await unpackLater(packed)))
}

/** The compressed text of a change. */
function packedIn(change: FieldChange): string | undefined {
  if (!('hash' in change)) return undefined
  if (!isDelta(change)) return 'deflated' in change ? change.deflated : undefined
  if ('pieces' in change) return change.pieces
  return change.deflated ? change.insert : undefined
}

function valueWith(change: FieldChange, before: Json | undefined, unpacked: string | undefined): Json | undefined {
  if (!('hash' in change)) return change.after
  if (!isDelta(change)) return unpacked ?? ('text' in change ? change.text : '')
  const text = String(before ?? '')
  if ('pieces' in change) return joinPieces(JSON.parse(unpacked ?? '[]') as Piece[], text)
  return text.slice(0, change.keep[0]) + (unpacked ?? change.insert) + text.slice(text.length - change.keep[1])
}

/** The length of a text after a change, in characters. Does not need the previous text. */
export function lengthAfter(change: FieldChange): number {
  if (!('hash' in change)) return typeof change.after === 'string' ? countCharacters(change.after) : 0
  if (change.length !== undefined) return change.length
  if (!isDelta(change)) return countCharacters(textOf(change))
  if (!('keep' in change)) return 0
  const insert = change.deflated ? unpack(change.insert) : change.insert
  return change.keep[0] + change.keep[1] + insert.length
}

/** Counts a surrogate pair once. */
function countCharacters(text: string): number {
  let count = text.length
  // V8 knows of most texts that they have none.
  if (!/[\udc00-\udfff]/.test(text)) return count
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--
  return count
}

function copyOf(text: string): { text: string } | { deflated: string } {
  return text.length <= COMPRESSED ? { text } : { deflated: pack(text) }
}

function textOf(copy: FullCopy): string {
  return 'text' in copy ? copy.text : unpack(copy.deflated)
}

function shorten(value: Json): Json {
  return typeof value === 'string' && value.length > LARGE ? { hash: textHash(value) } : value
}

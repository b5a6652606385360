import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** A JSON value as the journal keeps it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * What happened to one field. Small values stand as they are, before and after. A large text stands once: compressed, or
 * as the part that differs from the text before it; that one is found by walking the chain back to the last full copy.
 */
export type FieldChange =
  | { before?: Json; after?: Json }
  | { hash: string; deflated: string }
  | { hash: string; base: string; keep: [start: number, end: number]; insert: string; deflated?: true }

export type Changes = Record<string, FieldChange>

const LARGE = 1024
const DELTAS_BETWEEN_COPIES = 64

export function textHash(text: string): string {
  return hash('sha256', text)
}

/** The change of a field whose values are small or rarely written. */
export function fieldChange(before: Json | undefined, after: Json | undefined): FieldChange {
  const change: { before?: Json; after?: Json } = {}
  if (before !== undefined) change.before = shorten(before)
  if (typeof after === 'string' && after.length > LARGE) return { hash: textHash(after), deflated: deflate(after) }
  if (after !== undefined) change.after = after
  return change
}

/** The change of every named field that differs between two rows. */
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
 * The change of a long text that is saved again and again. `deltas` counts how many stand since the last full copy; the
 * caller keeps it beside the text.
 */
export function textChange(
  before: string | null,
  after: string,
  deltas: number,
): { change: FieldChange; deltas: number } {
  if (after.length <= LARGE && (before ?? '').length <= LARGE) {
    return { change: { before, after }, deltas: 0 }
  }
  if (before === null || deltas >= DELTAS_BETWEEN_COPIES) {
    return { change: { hash: textHash(after), deflated: deflate(after) }, deltas: 0 }
  }
  const start = commonStart(before, after)
  const end = commonEnd(before, after, start)
  const insert = after.slice(start, after.length - end)
  const change: FieldChange = { hash: textHash(after), base: textHash(before), keep: [start, end], insert }
  if (insert.length > LARGE) Object.assign(change, { insert: deflate(insert), deflated: true })
  return { change, deltas: deltas + 1 }
}

/** The value after a change, given the one before it. */
export function valueAfter(change: FieldChange, before: Json | undefined): Json | undefined {
  if ('keep' in change) {
    const text = String(before ?? '')
    const insert = change.deflated ? inflate(change.insert) : change.insert
    return text.slice(0, change.keep[0]) + insert + text.slice(text.length - change.keep[1])
  }
  return 'hash' in change ? inflate(change.deflated) : change.after
}

function shorten(value: Json): Json {
  return typeof value === 'string' && value.length > LARGE ? { hash: textHash(value) } : value
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let n = 0
  while (n < most && a.charCodeAt(n) === b.charCodeAt(n)) n++
  return n
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start
  let n = 0
  while (n < most && a.charCodeAt(a.length - 1 - n) === b.charCodeAt(b.length - 1 - n)) n++
  return n
}

function deflate(text: string): string {
  return deflateRawSync(Buffer.from(text, 'utf16le'), { level: 6 }).toString('base64')
}

function inflate(text: string): string {
  return inflateRawSync(Buffer.from(text, 'base64')).toString('utf16le')
}

import type { EntityType } from '@aliquot/contract/common'
import { exchange, fetchOnce, Unreachable } from './client.ts'

/**
 * A new entry has a temporary, negative id until its first change creates it. The id holds the day and the format in
 * which it was begun, so repeated requests for it are equal, and the service creates it once.
 */
export interface NewEntryRef {
  type: EntityType
  id: number
}

export type TextFormat = 'html' | 'markdown'

/** The title of an entry that was created without one. */
export const UNTITLED = 'Untitled'

export function newEntryId(format: TextFormat, now = new Date()): number {
  const wallClock = now.getTime() - now.getTimezoneOffset() * 60_000
  return -((wallClock * 2 + (format === 'markdown' ? 1 : 0)) * 100 + Math.floor(Math.random() * 100))
}

export function isNewEntry(id: number): boolean {
  return id < 0
}

/** The day in the person's time zone, and the content type. */
export function beginningOf(id: number): { date: string; content_type: 1 | 2 } {
  const both = Math.floor(-id / 100)
  return {
    date: new Date(Math.floor(both / 2)).toISOString().slice(0, 10),
    content_type: both % 2 === 1 ? 2 : 1,
  }
}

/** The last part of its temporary address. */
export function newEntryName(id: number): string {
  return `new-${(-id).toString(36)}`
}

/** The temporary id in an address; undefined if there is none. */
export function readNewEntryName(name: string): number | undefined {
  const [, digits] = /^new-([0-9a-z]{8,11})$/.exec(name) ?? []
  const id = digits === undefined ? 0 : -Number.parseInt(digits, 36)
  return Number.isSafeInteger(id) && id < 0 ? id : undefined
}

const STORED = 'aliquot-created'
const MOST_STORED = 200

/** The real ids of entries that were created in this browser, by their temporary ones. */
const created = new Map<number, number>()
const listeners = new Set<(temporary: number, real: number) => void>()
const underWay = new Map<number, Promise<number>>()

const WAITING = 'aliquot-begun'

/** Whether new entries may wait on this device. So that pages load what sends them only if there are some. */
export function mayEntriesWait(): boolean {
  return localStorage.getItem(WAITING) !== null
}

export function noteEntriesWait(isWaiting: boolean): void {
  if (isWaiting === mayEntriesWait()) return
  if (isWaiting) localStorage.setItem(WAITING, 'yes')
  else localStorage.removeItem(WAITING)
}

/** The id on the service, if the entry has one by now; any other id stays. */
export function currentId(id: number): number {
  return realId(id) ?? id
}

export function realId(id: number): number | undefined {
  if (!isNewEntry(id)) return id
  if (!created.has(id)) for (const [temporary, real] of readStored()) created.set(temporary, real)
  return created.get(id)
}

/** The id under which this browser began the entry. */
export function firstId(id: number): number {
  if (isNewEntry(id)) return id
  for (const [temporary, real] of created) if (real === id) return temporary
  return id
}

export function onEntryCreated(listener: (temporary: number, real: number) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Creates the entry unless it exists. However often and from however many tabs it is called, there is one entry. */
export function ensureCreated(ref: NewEntryRef): Promise<number> {
  const real = realId(ref.id)
  if (real !== undefined) return Promise.resolve(real)
  const known = underWay.get(ref.id)
  if (known) return known
  const creating = create(ref).finally(() => underWay.delete(ref.id))
  underWay.set(ref.id, creating)
  return creating
}

let isPageEnding = false

/** Called when the page is about to end, or is shown again. */
export function notePageEnding(isEnding: boolean): void {
  isPageEnding = isEnding
}

async function create({ type, id }: NewEntryRef): Promise<number> {
  // A closing page could not send its text after it, and would leave an empty entry. The next page sends both.
  if (isPageEnding) throw new Unreachable('The page is about to end')
  const { date, content_type } = beginningOf(id)
  const isDated = type === 'experiments' || type === 'items'
  const body = { ...(isDated && { date }), content_type }
  const path = `/${type}`
  const idempotencyKey = newEntryName(id)
  const answer = await exchange(path, async () => ({
    ...(await fetchOnce('POST', path, body, { idempotencyKey })),
    status: 201,
  }))
  noteCreated(id, answer.id)
  return answer.id
}

function noteCreated(temporary: number, real: number): void {
  created.set(temporary, real)
  try {
    const all = [...readStored().filter(([one]) => one !== temporary), [temporary, real]]
    localStorage.setItem(STORED, JSON.stringify(all.slice(-MOST_STORED)))
  } catch {
    // Full. The service still knows the entry by its key.
  }
  for (const listener of listeners) listener(temporary, real)
}

function readStored(): [number, number][] {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '[]') as [number, number][]
  } catch {
    return []
  }
}

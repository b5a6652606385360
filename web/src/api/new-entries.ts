import type { EntityType } from '@aliquot/contract/common'
import { ApiError, exchange, fetchOnce, Unreachable } from './client.ts'
import { knownSession } from './known-session.ts'

/**
 * A new entry has a temporary, negative id until its first change creates it. The id holds the day, the format and the
 * team in which it was begun, so repeated requests for it are equal, and the service creates it once.
 */
export interface NewEntryRef {
  type: EntityType
  id: number
}

export type TextFormat = 'html' | 'markdown'

/** The title of an entry that was created without one. */
export const UNTITLED = 'Untitled'

/** Team ids are kept modulo this; more teams would not fit into a safe integer. */
const TEAMS = 4096
/** Tells apart what one person begins within a second. */
const CHANCES = 300

export function newEntryId(format: TextFormat, team: number, now = new Date()): number {
  const wallClock = Math.floor(now.getTime() / 1000) - now.getTimezoneOffset() * 60
  const withFormat = wallClock * 2 + (format === 'markdown' ? 1 : 0)
  return -((withFormat * TEAMS + (team % TEAMS)) * CHANCES + Math.floor(Math.random() * CHANCES))
}

export function isNewEntry(id: number): boolean {
  return id < 0
}

/** The day in the person's time zone, and the content type. */
export function beginningOf(id: number): { date: string; content_type: 1 | 2 } {
  const withFormat = Math.floor(-id / CHANCES / TEAMS)
  return {
    date: new Date(Math.floor(withFormat / 2) * 1000).toISOString().slice(0, 10),
    content_type: withFormat % 2 === 1 ? 2 : 1,
  }
}

function isBegunIn(team: number, id: number): boolean {
  return Math.floor(-id / CHANCES) % TEAMS === team % TEAMS
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
  return knownCreated().get(id)
}

/** The id under which this browser began the entry. */
export function firstId(id: number): number {
  if (isNewEntry(id)) return id
  for (const [temporary, real] of knownCreated()) if (real === id) return temporary
  return id
}

let isRead = false

/** Also what other tabs have created, before and since. */
function knownCreated(): ReadonlyMap<number, number> {
  if (!isRead) {
    isRead = true
    for (const [temporary, real] of readStored()) created.set(temporary, real)
    globalThis.addEventListener?.('storage', ({ key }) => {
      if (key === STORED) noteCreatedElsewhere()
    })
  }
  return created
}

function noteCreatedElsewhere(): void {
  for (const [temporary, real] of readStored()) {
    if (created.has(temporary)) continue
    created.set(temporary, real)
    for (const listener of listeners) listener(temporary, real)
  }
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
  requireItsTeam(id)
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

/** It waits for the team in which it was begun, unless the person has left that team. */
function requireItsTeam(id: number): void {
  const session = knownSession()
  if (!session || isBegunIn(session.team, id) || !session.teams.some((team) => isBegunIn(team.id, id))) return
  const message = 'You work in another team: switch to this one first'
  throw new ApiError(403, { reason: 'label.other_team', message })
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

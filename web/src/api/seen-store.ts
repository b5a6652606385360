import type { Session } from '@aliquot/contract/session'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Answers of the service that this person has seen, for reading without a network. */
export interface Seen {
  data: unknown
  /** When the service gave it. */
  at: number
}

interface Fact {
  key: string
  at: number
  bytes: number
}

interface SeenDb extends DBSchema {
  /** Sizes and ages on their own, so that nothing large is read to find the oldest. */
  facts: { key: string; value: Fact }
  answers: { key: string; value: { key: string; data: unknown } }
  person: { key: 'session'; value: Session }
}

export interface Limits {
  rows: number
  bytes: number
  bytesOfOne: number
  age: number
}

const LIMITS: Limits = { rows: 500, bytes: 30_000_000, bytesOfOne: 3_000_000, age: 14 * 24 * 3_600_000 }

let opened: Promise<IDBPDatabase<SeenDb>> | undefined

function open(): Promise<IDBPDatabase<SeenDb>> {
  opened ??= openDB<SeenDb>('aliquot-seen', 1, {
    upgrade(db) {
      db.createObjectStore('facts', { keyPath: 'key' })
      db.createObjectStore('answers', { keyPath: 'key' })
      db.createObjectStore('person')
    },
    terminated: () => {
      opened = undefined
    },
  }).catch((error) => {
    opened = undefined
    throw error
  })
  return opened
}

/** The person of the last session; nothing of anybody else stays. */
export async function putSession(session: Session): Promise<void> {
  const db = await open()
  const before = await db.get('person', 'session')
  if (before && before.userid !== session.userid) await clearSeen()
  await db.put('person', session, 'session')
}

export async function readSession(): Promise<Session | undefined> {
  return (await open()).get('person', 'session')
}

export async function putSeen(rows: readonly (Seen & { key: string })[], limits = LIMITS): Promise<void> {
  const db = await open()
  const work = db.transaction(['facts', 'answers'], 'readwrite')
  for (const { key, data, at } of rows) {
    const bytes = JSON.stringify(data).length
    if (bytes > limits.bytesOfOne) continue
    await work.objectStore('answers').put({ key, data })
    await work.objectStore('facts').put({ key, at, bytes })
  }
  const facts = await work.objectStore('facts').getAll()
  for (const key of surplus(facts, Date.now(), limits)) {
    await work.objectStore('answers').delete(key)
    await work.objectStore('facts').delete(key)
  }
  await work.done
}

export async function readSeen(key: string, limits = LIMITS): Promise<Seen | undefined> {
  const db = await open()
  const [fact, answer] = await Promise.all([db.get('facts', key), db.get('answers', key)])
  return fact && answer && Date.now() - fact.at < limits.age ? { data: answer.data, at: fact.at } : undefined
}

export async function dropSeen(key: string): Promise<void> {
  const db = await open()
  await Promise.all([db.delete('facts', key), db.delete('answers', key)])
}

export async function clearSeen(): Promise<void> {
  const db = await open()
  await Promise.all([db.clear('facts'), db.clear('answers'), db.clear('person')])
}

/** What is too old, and of the rest the oldest that are too many. */
export function surplus(facts: readonly Fact[], now: number, { rows, bytes, age }: Limits): string[] {
  let count = 0
  let sum = 0
  return [...facts]
    .sort((a, b) => b.at - a.at)
    .filter((fact) => {
      count += 1
      sum += fact.bytes
      return now - fact.at >= age || count > rows || sum > bytes
    })
    .map(({ key }) => key)
}

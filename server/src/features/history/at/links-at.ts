import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Who } from '../../../access/visibility.ts'
import type { Db } from '../../../db/schema.ts'
import type { Json } from '../../../journal/changes.ts'
import { type EndRow, type LinkedRow, listEnds } from '../../links/links.lookup.ts'
import { valuesThen } from '../../timeline/value-then.ts'
import * as repo from '../history.repo.ts'
import type { NamesThen } from './names-at.ts'

/** The moment and the reader. */
export interface Look {
  db: Db
  who: Who
  at: string
  names: NamesThen
}

/**
 * The linked entries at a moment, in the order of links: those that the reader may read now and that were not deleted
 * then; the newest if there are more than `most`.
 */
export async function endsThen(look: Look, ends: readonly number[], most = ends.length): Promise<LinkedRow[]> {
  if (ends.length === 0) return []
  const { db, who, at, names } = look
  const ids = JSON.stringify(ends)
  const rows = await listEnds(db, { ...who, ids })
  // After the rows, so that changes in between are looked up.
  const moved = new Set((await repo.listMoved(db, { ids, at })).map(({ chain }) => chain))
  const shown: (EndRow & LinkedRow)[] = []
  for (const now of rows) {
    const row = moved.has(now.id) ? await rowThen(look, now) : now
    if (row.state === 1 || row.state === 2) shown.push({ ...row, ...(await labelsOf(names, row)) })
    if (shown.length === most) break
  }
  return shown.sort(inOrder)
}

const FIELDS = ['title', 'custom_id', 'state', 'category', 'status', 'date', 'is_bookable']

async function rowThen({ db, at }: Look, now: EndRow): Promise<EndRow> {
  // There may be a thousand and SQLite never pauses, so yield to other requests.
  await nextTurn()
  const place = { chain: now.id, subject: 'entity', subjectId: now.id }
  const [last] = await repo.findLast(db, { chain: now.id, at })
  const values = await valuesThen(db, place, FIELDS, last?.position ?? 0)
  const number = (value: Json | undefined) => (value === undefined || value === null ? null : Number(value))
  return {
    ...now,
    title: String(values.get('title') ?? ''),
    custom_id: number(values.get('custom_id')),
    state: number(values.get('state')) ?? 1,
    category: number(values.get('category')),
    status: number(values.get('status')),
    date: values.get('date') ? String(values.get('date')) : null,
    is_bookable: number(values.get('is_bookable')),
  }
}

async function labelsOf(names: NamesThen, { category, status }: EndRow) {
  const [ofCategory, ofStatus] = [await names.label(category), await names.label(status)]
  return {
    category_title: ofCategory?.title ?? null,
    category_color: ofCategory?.color ?? null,
    status_title: ofStatus?.title ?? null,
    status_color: ofStatus?.color ?? null,
  }
}

function inOrder(a: EndRow & LinkedRow, b: EndRow & LinkedRow): number {
  return (
    compare(a.category_title, b.category_title) || compare(a.date, b.date) || compare(a.title, b.title) || a.id - b.id
  )
}

/** Compares as both databases do: null first, then by UTF-8 bytes. */
function compare(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

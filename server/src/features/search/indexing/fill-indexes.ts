import { randomUUID } from 'node:crypto'
import type { IndexConnection } from '../../../db/database.ts'
import { engineOf } from '../../../db/dialect.ts'
import { ENTRY_INDEX } from '../../../db/entry-indexes.ts'
import { headWordsOf, textWordsOf } from '../../../lib/search-words.ts'
import * as file from './index-file.ts'
import * as repo from './pending.repo.ts'

/** What one transaction indexed. Its marks are removed in the notebook afterwards, see `acknowledge`. */
export interface Indexed {
  entries: { id: number; version: number }[]
  token: string
  /** Marked entries that come after these. 0 if there are none. */
  next: number
}

/** Which marks to look at: those that were there then. */
export interface MarkTimes {
  until: string
  now: string
}

/** After all timestamps, which begin with a digit. */
const ANY_TIME: MarkTimes = { until: 'any', now: 'any' }

/** The entries of one transaction, and about how many bytes of text. */
const MOST_ENTRIES = 500
const MOST_BYTES = 4_000_000

/**
 * Indexes some marked entries whose id is greater than `after`. The words are made outside of the transaction, and those
 * of a main text only if it is new. An entry that was changed meanwhile stays marked, because its words are out of date. So this can end anywhere or run twice.
 */
export async function fillIndexes(
  indexes: IndexConnection,
  after: number,
  { until, now }: MarkTimes = ANY_TIME,
): Promise<Indexed> {
  const waiting = await repo.listNext(indexes.read, { after, until, now, most: MOST_ENTRIES })
  const chosen = firstBytes(waiting)
  const ids = chosen.map(({ id }) => id)
  const entries = (await repo.readEntries(indexes.read, ids, 'new')).map(({ id, version, text, ...head }) => ({
    ...{ id, version, head: headWordsOf(head) },
    text: text === null ? undefined : textWordsOf(text),
  }))
  const { putEntry } = ENTRY_INDEX[engineOf(indexes.read)]
  const token = randomUUID()
  return indexes.write(async (db) => {
    const held = await repo.hold(db, { ids: JSON.stringify(ids) })
    const versions = new Map(held.map(({ id, version }) => [id, version]))
    const indexed: Indexed['entries'] = []
    for (const { version, ...entry } of entries) {
      const { id } = entry
      if (versions.get(id) !== version || !(await putEntry(db, entry))) continue
      indexed.push({ id, version })
    }
    await file.noteIndexed(
      db,
      indexed.map(({ id }) => id),
      token,
    )
    const isLast = chosen.length === waiting.length && waiting.length < MOST_ENTRIES
    return { entries: indexed, token, next: isLast ? 0 : (ids.at(-1) ?? 0) }
  })
}

function firstBytes(waiting: readonly repo.Waiting[]): repo.Waiting[] {
  let bytes = 0
  return waiting.filter((one, index) => {
    bytes += one.bytes
    return index === 0 || bytes <= MOST_BYTES
  })
}

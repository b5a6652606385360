import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Db } from '../schema.ts'

/** Nobody has written or exported for so long when the next step is taken. */
const QUIET_MS = 1000
/** At least, and so many times as long as the step before took: others get most of the time. */
const REST_MS = 20
const RESTS = 4
/**
 * Pages of 4 kB, which take two milliseconds, and whoever wants to write meanwhile waits for them. All entries of a word
 * belong to one step, however many pages they fill.
 */
const STEP_PAGES = 8
/** So many pieces of about the same size become one. Four is the default, and two the least. */
const FEWEST_PIECES = 2

interface Merge {
  noteWrite(): void
  /** Of something long that wants memory and processor for itself, again and again while it lasts. */
  noteUse(): void
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the full-text indexes of SQLite in few pieces. Each commit leaves a piece, and a search looks into every one of
 * them. FTS5 puts some together while it writes, but not before there are many; the others are put together here, in
 * small steps while nobody writes or exports. What was begun it goes on with the next time. To be told of each write.
 */
export function makeMerge(write: Database['write'], quietMs = QUIET_MS): Merge {
  const stopping = new AbortController()
  const { signal } = stopping
  let lastUse = 0
  let hasMore = false
  let running: Promise<void> | undefined

  const untilQuiet = async (rest: number) => {
    do {
      const missing = quietMs - (performance.now() - lastUse)
      await sleep(Math.max(rest, missing), undefined, { signal, ref: false })
    } while (performance.now() - lastUse < quietMs)
  }

  const mergeAll = async (index: string) => {
    for (let hasPieces = true; hasPieces; ) {
      const started = performance.now()
      hasPieces = await write((db) => mergeStep(db, index))
      await untilQuiet(Math.max(REST_MS, RESTS * (performance.now() - started)))
    }
  }

  const run = async () => {
    while (hasMore) {
      hasMore = false
      await untilQuiet(REST_MS)
      for (const index of await write(wordIndexes)) await mergeAll(index)
    }
  }

  const noteUse = () => {
    lastUse = performance.now()
  }

  return {
    noteUse,
    noteWrite() {
      noteUse()
      hasMore = true
      if (signal.aborted) return
      running ??= run()
        // Whatever is wrong with the disk is answered where somebody waits for it.
        .catch(() => {})
        .finally(() => {
          running = undefined
        })
    },
    async idle() {
      await running
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function wordIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where sql like 'create virtual table % using fts5 %'`.execute(db)
  return rows.map(({ name }) => name)
}

/** False: there was nothing to do. */
async function mergeStep(db: Db, index: string): Promise<boolean> {
  if ((await settingOf(db, index)) !== FEWEST_PIECES) await tell(db, index, 'usermerge', FEWEST_PIECES)
  const before = await changesOn(db)
  await tell(db, index, 'merge', STEP_PAGES)
  // What it is told counts as a change itself.
  return (await changesOn(db)) - before > 1
}

async function settingOf(db: Db, index: string): Promise<number | undefined> {
  const { rows } = await sql<{ v: number }>`
    select v from ${sql.table(`${index}_config`)} where k = 'usermerge'`.execute(db)
  return rows[0]?.v
}

async function tell(db: Db, index: string, command: string, value: number): Promise<void> {
  // As a parameter it would arrive as floating point, which FTS5 does not take.
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values (${command}, ${sql.lit(value)})`.execute(
    db,
  )
}

async function changesOn(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]?.changes ?? 0
}

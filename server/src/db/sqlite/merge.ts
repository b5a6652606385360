import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Db } from '../schema.ts'

/** How long nobody must have written or exported before the next step. */
const QUIET_MS = 1000
/** The minimum rest, and its factor relative to the last step: others get most of the time. */
const REST_MS = 20
const RESTS = 4
/**
 * Pages of 4 kB, which take two milliseconds; writers wait meanwhile. All entries of a word belong to one step, however
 * many pages they fill.
 */
const STEP_PAGES = 8
/** The fewest segments of similar size that are merged. The default is four, and the minimum two. */
const FEWEST_PIECES = 2

interface Merge {
  noteWrite(): void
  /** Call it repeatedly during long work that needs memory and CPU. */
  noteUse(): void
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps SQLite's full-text indexes in few segments. Each commit adds one, and a search reads all of them. FTS5 merges
 * some on writing, but only when there are many; this merges the rest in small steps while nobody writes or exports. An
 * unfinished merge continues the next time. Call `noteWrite` after each write.
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
      hasPieces = await write((db) => mergeStep(db, index, STEP_PAGES))
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
        // A disk error is handled where somebody waits for it.
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

/** Merges some pages of an index. False if there was nothing to do. */
export async function mergeStep(db: Db, index: string, pages: number): Promise<boolean> {
  if ((await settingOf(db, index)) !== FEWEST_PIECES) await tell(db, index, 'usermerge', FEWEST_PIECES)
  const before = await changesOn(db)
  await tell(db, index, 'merge', pages)
  // The command itself counts as one change.
  return (await changesOn(db)) - before > 1
}

/** The row of FTS5's data that lists the segments. */
const STRUCTURE = 10

/** Whether an index has segments to merge. */
export async function hasToMerge(db: Db, index: string): Promise<boolean> {
  const { rows } = await sql<{ block: Uint8Array }>`
    select block from ${sql.table(`${index}_data`)} where id = ${STRUCTURE}`.execute(db)
  return rows[0] !== undefined && isUnmerged(rows[0].block)
}

/** Whether a level has several segments, or a merge that is not finished. */
export function isUnmerged(structure: Uint8Array): boolean {
  return levelsOf(structure).some(({ unfinished, segments }) => unfinished > 0 || segments > 1)
}

/**
 * The list begins with a cookie of four bytes, the numbers of levels and segments, and a count of writes. Each level has
 * the number of segments in an unfinished merge, its number of segments, and three numbers for each.
 */
function levelsOf(structure: Uint8Array): { unfinished: number; segments: number }[] {
  const numbers = numbersIn(structure.subarray(4))
  const next = () => numbers.next().value ?? 0
  const [levels] = [next(), next(), next()]
  return Array.from({ length: levels }, () => {
    const level = { unfinished: next(), segments: next() }
    for (let n = 0; n < 3 * level.segments; n++) next()
    return level
  })
}

/** SQLite's numbers of variable length: seven bits in each byte, and the eighth says that more follow. */
function* numbersIn(bytes: Uint8Array): Generator<number, undefined> {
  let number = 0
  for (const byte of bytes) {
    number = number * 128 + (byte & 127)
    if (byte >= 128) continue
    yield number
    number = 0
  }
}

async function settingOf(db: Db, index: string): Promise<number | undefined> {
  const { rows } = await sql<{ v: number }>`
    select v from ${sql.table(`${index}_config`)} where k = 'usermerge'`.execute(db)
  return rows[0]?.v
}

async function tell(db: Db, index: string, command: string, value: number): Promise<void> {
  // A literal: a parameter would arrive as floating point, which FTS5 does not accept.
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values (${command}, ${sql.lit(value)})`.execute(
    db,
  )
}

async function changesOn(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]?.changes ?? 0
}

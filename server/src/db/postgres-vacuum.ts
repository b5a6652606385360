import { sql } from 'kysely'
import type { Db } from './schema.ts'

const BETWEEN_LOOKS_MS = 2000

/** Pieces of 2 kB: so many that are void may wait, and this part of those that are not. */
const MOST_VOID = 1000
const MOST_VOID_PART = 0.01

interface Vacuum {
  noteWrite(): void
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Makes room again of what saves of long texts leave behind. PostgreSQL keeps the text before each save until a vacuum,
 * and its own comes once a minute at best, in large tables only after a fifth of all texts: a thousand saves of one text
 * would take a thousand times its size. To be told of each write.
 */
export function makeVacuum(db: Db, betweenLooksMs = BETWEEN_LOOKS_MS): Vacuum {
  let lastLook = performance.now()
  let running: Promise<void> | undefined
  let isStopped = false

  const run = async () => {
    for (const table of await tablesWithVoid(db)) {
      // The table stays as large as it was, so that nobody has to wait for it.
      if (!isStopped) await sql`vacuum (skip_locked, truncate false) ${sql.table(table)}`.execute(db)
    }
  }

  return {
    noteWrite() {
      const now = performance.now()
      if (running || isStopped || now - lastLook < betweenLooksMs) return
      lastLook = now
      // Whatever is wrong with the connection is answered where somebody waits for it; the next write brings the next try.
      running = run()
        .catch(() => {})
        .finally(() => {
          running = undefined
        })
    },
    async idle() {
      await running
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}

async function tablesWithVoid(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.relname as name from pg_class as t
    join pg_stat_all_tables as texts on texts.relid = t.reltoastrelid
    where t.relnamespace = current_schema()::regnamespace
      and texts.n_dead_tup > ${sql.lit(MOST_VOID)} + ${sql.lit(MOST_VOID_PART)} * texts.n_live_tup`.execute(db)
  return rows.map(({ name }) => name)
}

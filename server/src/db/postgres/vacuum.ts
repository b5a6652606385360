import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'

const BETWEEN_LOOKS_MS = 2000
const MOST_BETWEEN_LOOKS_MS = 600_000
const BETWEEN_CANCELS_MS = 100

/** How many dead TOAST chunks of 2 kB may wait: this number, plus this share of the live ones. */
const MOST_VOID = 1000
const MOST_VOID_PART = 0.01

/** Tables with long texts that are rewritten. Others in the same schema may belong to another program. */
const TABLES = [
  ...['entities', 'bodies', 'entity_texts', 'entity_fields', 'entity_search', 'entity_search_grams'],
  ...['comments', 'entity_search_comments', 'idempotency'],
]

interface Vacuum {
  noteWrite(): void
  /** Resolves when nothing is running. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Vacuums what saves of long texts leave behind. PostgreSQL keeps the text before each save until a vacuum, and
 * autovacuum comes once a minute at best, in large tables only after a fifth of all texts: a thousand saves of one text
 * would take a thousand times its size. Call `noteWrite` after each write.
 */
export function makeVacuum(db: Db, now = () => performance.now()): Vacuum {
  let lastLook = now()
  let betweenLooks = BETWEEN_LOOKS_MS
  let running: Promise<void> | undefined
  let backend: number | undefined
  let cancelling: Promise<unknown> | undefined
  let isStopped = false

  const vacuum = (tables: readonly VoidTable[]) =>
    db.connection().execute(async (connection) => {
      backend = await backendOf(connection)
      try {
        for (const { name } of tables) {
          // Without truncating the table, which would need an exclusive lock.
          if (!isStopped) await sql`vacuum (skip_locked, truncate false) ${sql.table(name)}`.execute(connection)
        }
      } finally {
        backend = undefined
        // The cancel request must not hit the next statement of the connection.
        await cancelling
      }
    })

  const run = async () => {
    const before = await tablesWithVoid(db)
    if (before.length > 0) await vacuum(before)
    return before.length === 0 || piecesOf(await tablesWithVoid(db)) < piecesOf(before) / 2
  }

  return {
    noteWrite() {
      if (running || isStopped || now() - lastLook < betweenLooks) return
      lastLook = now()
      // A connection error is handled where somebody waits for it.
      running = run()
        .catch(() => false)
        .then((isDone) => {
          // Tables of another role, or an old transaction that keeps dead rows alive: retrying at once would not help.
          betweenLooks = isDone ? BETWEEN_LOOKS_MS : Math.min(2 * betweenLooks, MOST_BETWEEN_LOOKS_MS)
          running = undefined
        })
    },
    async idle() {
      await running
    },
    async stop() {
      isStopped = true
      // Repeated, because the first may come before the vacuum has begun.
      while (backend !== undefined) {
        cancelling = cancel(db, backend)
        await cancelling
        await Promise.race([running, sleep(BETWEEN_CANCELS_MS)])
      }
      await running
    },
  }
}

interface VoidTable {
  name: string
  pieces: number
}

async function tablesWithVoid(db: Db): Promise<VoidTable[]> {
  const { rows } = await sql<VoidTable>`
    select t.relname as name, texts.n_dead_tup as pieces from pg_class as t
    join pg_namespace as own on own.oid = t.relnamespace and own.nspname = current_schema()
    join pg_stat_all_tables as texts on texts.relid = t.reltoastrelid
    where t.relname in (${sql.join(TABLES)})
      and texts.n_dead_tup > ${sql.lit(MOST_VOID)} + ${sql.lit(MOST_VOID_PART)} * texts.n_live_tup`.execute(db)
  return rows
}

function piecesOf(tables: readonly VoidTable[]): number {
  return tables.reduce((sum, { pieces }) => sum + pieces, 0)
}

async function backendOf(connection: Db): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
  return rows[0]?.pid
}

/** A vacuum can take minutes, so stopping cancels it; the next one does the rest. */
function cancel(db: Db, backend: number): Promise<unknown> {
  return sql`select pg_cancel_backend(${backend})`.execute(db).catch(() => {})
}

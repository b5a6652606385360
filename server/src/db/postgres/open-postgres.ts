import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import { Unavailable } from '../../errors.ts'
import { DbConnection } from '../connection.ts'
import type { Database, PoolState } from '../database.ts'
import type { Db } from '../schema.ts'
import { Channel } from './channel.ts'
import { connectionError, isOutdated } from './connection-error.ts'
import { PooledConnection } from './pooled-connection.ts'
import { openPool } from './pools.ts'
import { RowBusy, RowWaits } from './row-locks.ts'
import { SettledEvents } from './settled-events.ts'
import { SharedChanges } from './shared-changes.ts'
import { SharedReads } from './shared-reads.ts'
import { Turns } from './turns.ts'
import { makeVacuum } from './vacuum.ts'

const TRIES = 8
/** Two cores of the server answer more short reads than one process of ours asks for. */
const MOST_SHARED = 2
const STREAMS = 8
const MORE_STREAMS = 2
/** The same as for a connection of the pool. */
const WRITER_PATIENCE_MS = 5000
const MOST_WAITS_FOR_A_ROW = 3

export interface PostgresOptions {
  poolSize: number
  /** The time limit of a statement. */
  timeoutMs: number
}

/** PostgreSQL: plain transactions, retried after a conflict; the pools reconnect by themselves. */
export function openPostgres(url: string, { poolSize, timeoutMs }: PostgresOptions): Database {
  // Short reads share some connections, and so do changes of different entries.
  const mostShared = Math.min(MOST_SHARED, Math.floor(poolSize / 8))
  const ownConnections = poolSize - 2 * mostShared
  // Reserves some connections for reads, whatever the writers wait for.
  const mostWriters = ownConnections - Math.max(1, Math.floor(poolSize / 4))
  const waits = new RowWaits(Math.max(1, Math.min(MOST_WAITS_FOR_A_ROW, Math.floor(mostWriters / 3))))
  const pool = openPool(url, ownConnections, timeoutMs)
  const read = kyselyOn(pool, waits)
  const runAlone = async (sql: string, parameters: readonly unknown[]) =>
    (await read.executeQuery(CompiledQuery.raw(sql, [...parameters]))).rows
  const shared = mostShared > 0 ? new SharedReads(url, mostShared, timeoutMs, runAlone) : undefined
  read.shortReads = shared
  // Exports, backup, verify and migrations have no time limit.
  const longPool = openPool(url, STREAMS + MORE_STREAMS)
  const streaming = kyselyOn(longPool)
  const vacuum = makeVacuum(streaming)
  const settled = new SettledEvents(read)
  const channel = new Channel(url)
  const writers = new Turns(mostWriters)
  const write = makeWrite(read, writers, waits, timeoutMs)
  const changes = mostShared > 0 ? new SharedChanges(url, mostShared, timeoutMs, write) : undefined
  return {
    engine: 'postgres',
    read,
    streaming,
    aside: (work) => streaming.connection().execute(work),
    mostStreams: STREAMS,
    async write(work, { takesLong = false, ofEntry, onlyAdds = false } = {}) {
      const run = () => {
        if (takesLong) return writeWithRetries(streaming, work)
        if (!changes || ofEntry === undefined) return write(work)
        return changes.run({ entry: ofEntry, onlyAdds, work }, WRITER_PATIENCE_MS, noConnection)
      }
      const result = await run()
      vacuum.noteWrite()
      channel.noteCommit()
      return result
    },
    writeQueue: () => undefined,
    pools: () => [
      stateOf('requests', pool, writers.waiting),
      ...(shared ? [stateOfShared('short reads', { size: shared.size, waiting: 0, ...shared.state })] : []),
      ...(changes ? [stateOfShared('shared changes', changes.state)] : []),
      stateOf('streams', longPool, 0),
    ],
    rightsEpoch: () => undefined,
    noteRightsChanged: () => {},
    settledEvent: () => settled.look(),
    channel,
    async close() {
      await channel.close()
      await vacuum.stop()
      await streaming.destroy()
      await shared?.close()
      await changes?.close()
      await read.destroy()
    },
  }
}

function stateOf(name: string, pool: pg.Pool, waitingWriters: number): PoolState {
  return {
    name,
    size: pool.options.max,
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount + waitingWriters,
  }
}

function stateOfShared(
  name: string,
  { size, open, busy, waiting }: { size: number; open: number; busy: number; waiting: number },
): PoolState {
  return { name, size, busy, idle: Math.max(0, open - busy), waiting }
}

function kyselyOn(pool: pg.Pool, waits?: RowWaits): DbConnection {
  const named: PostgresPool = {
    connect: async () => new PooledConnection(pool, await pool.connect(), waits),
    end: () => pool.end(),
    options: pool.options,
  }
  return new DbConnection({ dialect: new PostgresDialect({ pool: named, cursor: Cursor }) })
}

/**
 * Runs changes so that those that wait for one row leave connections to others: few wait inside the database, the rest
 * start over once one of these no longer waits.
 */
function makeWrite(db: Db, writers: Turns, waits: RowWaits, patienceMs: number): Database['write'] {
  return async (work) => {
    const giveUpAt = performance.now() + patienceMs
    let row: string | undefined
    try {
      for (;;) {
        const outcome = await writers.run(WRITER_PATIENCE_MS, noConnection, () => writeUnlessBusy(db, work))
        if (!(outcome instanceof RowBusy)) return outcome
        const wasAdmitted = row === outcome.row
        row = outcome.row
        await waits.untilAdmitted(row, Math.max(0, giveUpAt - performance.now()), wasAdmitted)
      }
    } finally {
      if (row !== undefined) waits.admitNext(row)
    }
  }
}

async function writeUnlessBusy<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T | RowBusy> {
  try {
    return await writeWithRetries(db, work)
  } catch (error) {
    if (error instanceof RowBusy) return error
    throw error
  }
}

function noConnection(): Unavailable {
  return new Unavailable('storage.database_silent', {
    cause: new Error('too many changes wait for a connection'),
    part: 'database',
  })
}

async function writeWithRetries<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt < TRIES && (isConflict(error) || isOutdated(error))) await sleep(Math.random() * 2 ** attempt)
      else throw connectionError(error)
    }
  }
}

/** Another transaction was in the way; a retry may succeed. */
function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  // 23505, a unique violation: the other transaction has just committed, and a retry sees its row and refuses properly.
  return code === '40001' || code === '40P01' || code === '23505'
}

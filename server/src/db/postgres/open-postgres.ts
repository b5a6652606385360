import { setTimeout as sleep } from 'node:timers/promises'
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { Database } from '../database.ts'
import type { Db, Schema } from '../schema.ts'
import { connectionError } from './connection-error.ts'
import { statementName } from './named-statements.ts'
import { makeVacuum } from './vacuum.ts'

const TRIES = 8
const STREAMS = 8
const MORE_STREAMS = 2

/** PostgreSQL: plain transactions, tried again after a conflict; the pools reconnect by themselves. */
export function openPostgres(url: string, poolSize: number): Database {
  const read = kyselyOn(poolOf(url, poolSize))
  const streaming = kyselyOn(poolOf(url, STREAMS + MORE_STREAMS))
  const vacuum = makeVacuum(streaming)
  return {
    engine: 'postgres',
    read,
    streaming,
    aside: (work) => streaming.connection().execute(work),
    mostStreams: STREAMS,
    async write(work) {
      const result = await writeWithRetries(read, work)
      vacuum.noteWrite()
      return result
    },
    writeQueue: () => undefined,
    rightsEpoch: () => undefined,
    noteRightsChanged: () => {},
    async close() {
      await vacuum.stop()
      await streaming.destroy()
      await read.destroy()
    },
  }
}

function poolOf(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // An idle connection that the server ends is no event of ours: the pool opens another when it is needed.
  pool.on('error', () => {})
  // The pool listens to idle connections only. One that breaks while a change holds it fails that change's next query,
  // which is where it is answered; unheard, its event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function kyselyOn(pool: pg.Pool): Kysely<Schema> {
  const named: PostgresPool = {
    connect: async () => new NamingClient(await pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: named, cursor: Cursor }) })
}

/** A connection of the pool that sends the names of the statements that have one. */
class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(query: string | PostgresCursor<R>, parameters?: readonly unknown[]): unknown {
    if (typeof query !== 'string') return this.#client.query(query as unknown as Cursor)
    return this.#client.query({ name: statementName(query), text: query, values: parameters as unknown[] })
  }

  release(isBroken?: boolean): void {
    this.#client.release(isBroken)
  }
}

const INT8 = 20

/** bigint and count() as numbers: no count here comes near 2^53. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format)

async function writeWithRetries<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt < TRIES && isConflict(error)) await sleep(Math.random() * 2 ** attempt)
      else throw connectionError(error)
    }
  }
}

/** Another transaction was in the way; the same work may succeed now. */
function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  // 23505, a value that must be unique: whoever had it first has just committed, and the next try sees it and says so.
  return code === '40001' || code === '40P01' || code === '23505'
}

import pg from 'pg'
import { Pipeline } from './pipeline/pipeline.ts'

const IDLE_TRANSACTION_MS = 60_000
/** Added to the server's own statement timeout: after that the server or the network hangs. */
const GRACE_MS = 5000

/** A pool with a statement timeout; without `timeoutMs` there is none. */
export function openPool(url: string, size: number, timeoutMs?: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: size,
    idleTimeoutMillis: 30_000,
    ...(timeoutMs !== undefined && {
      query_timeout: timeoutMs + GRACE_MS,
      // By statements and not by connection parameters, because poolers such as PgBouncer refuse unknown ones.
      onConnect: (client: pg.ClientBase) => setTimeouts(client, limitsOf(timeoutMs)),
    }),
  })
  // An idle connection that the server closes needs no handling: the pool opens another on demand.
  pool.on('error', () => {})
  // The pool only listens to idle connections. A lent one that breaks fails the next query of its change, which handles
  // it; without a listener its event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A connection outside of a pool, without a statement timeout. */
export async function openClient(url: string): Promise<pg.Client & { processID: number | null }> {
  const client = new pg.Client(connectionTo(url))
  // Its statements fail, and without a listener its event would end the process.
  client.on('error', () => {})
  await client.connect()
  return client as pg.Client & { processID: number | null }
}

/** A connection outside of a pool that does not wait for the answer to a statement before it sends the next one. */
export async function openPipeline(url: string, limits: Limits): Promise<Pipeline> {
  const client = await openClient(url)
  try {
    await setTimeouts(client, limits)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return new Pipeline(client, limits.timeoutMs + GRACE_MS, (oid) => getTypeParser(oid, 'text'))
}

function connectionTo(connectionString: string): pg.ClientConfig {
  return { connectionString, connectionTimeoutMillis: 5000, keepAlive: true, types: { getTypeParser } }
}

/** The time limits of a statement and of the wait for a lock. */
export interface Limits {
  timeoutMs: number
  lockMs: number
}

/** The lock timeout is a third of the other: whoever holds a lock for so long does not answer a request. */
export function limitsOf(timeoutMs: number): Limits {
  return { timeoutMs, lockMs: Math.round(timeoutMs / 3) }
}

async function setTimeouts(client: pg.ClientBase, { timeoutMs, lockMs }: Limits): Promise<void> {
  await client.query(
    `set statement_timeout = ${timeoutMs}; set lock_timeout = ${lockMs};
     set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}`,
  )
}

const INT8 = 20

/** Parses bigint and count() as numbers: no count here comes near 2^53. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format)

import pg from 'pg'

const IDLE_TRANSACTION_MS = 60_000
/** Beyond the time that the server itself gives a statement: it has stopped, or the network has swallowed it. */
const GRACE_MS = 5000

/** A pool whose connections give a statement so long; for ever, without a time. */
export function openPool(url: string, size: number, timeoutMs?: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
    ...(timeoutMs !== undefined && {
      query_timeout: timeoutMs + GRACE_MS,
      // By statements and not with the connection: poolers such as PgBouncer refuse what they do not know there.
      onConnect: (client: pg.ClientBase) => setTimeouts(client, timeoutMs),
    }),
  })
  // An idle connection that the server ends is no event of ours: the pool opens another when it is needed.
  pool.on('error', () => {})
  // The pool listens to idle connections only. One that breaks while a change holds it fails that change's next query,
  // which is where it is answered; unheard, its event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function setTimeouts(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  // A lock is waited for a third of that: whoever holds it that long does not answer a request.
  const lockMs = Math.round(timeoutMs / 3)
  await client.query(
    `set statement_timeout = ${timeoutMs}; set lock_timeout = ${lockMs};
     set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}`,
  )
}

const INT8 = 20

/** bigint and count() as numbers: no count here comes near 2^53. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format)

import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * The accept queue counts as empty after this many turns of the event loop without a connection; under a flood it never
 * does.
 */
const QUIET_TURNS = 3
const MOST_QUEUE_MS = 2000
/** How long clients on keep-alive connections have for a request they were about to send. */
const LAST_REQUESTS_MS = 300
const SWEEP_MS = 100

/** Stops serving: answers the requests on their way, and closes connections as they become idle. */
export async function closeGently(app: FastifyInstance): Promise<void> {
  const { server } = app
  await letQueueIn(server)
  // Only stops accepting: the close of an HTTP server would also end idle connections.
  Server.prototype.close.call(server)
  // Closing an idle connection also drops a request that has arrived but was not read. So first every answer asks its
  // client to close.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  await sleep(LAST_REQUESTS_MS)
  // A connection that becomes idle later would stay open for as long as its client likes.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
  }
}

/** Connections that were not accepted yet would be reset together with their requests. */
async function letQueueIn(server: Server): Promise<void> {
  const deadline = performance.now() + MOST_QUEUE_MS
  let quietTurns = 0
  const note = () => {
    quietTurns = 0
  }
  server.on('connection', note)
  // Each turn of the event loop accepts at least one connection, if there is one.
  while (quietTurns < QUIET_TURNS && performance.now() < deadline) {
    quietTurns++
    await nextTurn()
  }
  server.off('connection', note)
}

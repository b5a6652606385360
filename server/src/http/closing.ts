import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The queue at the door is empty when nobody comes in for so many turns of the event loop; under a flood it never is. */
const QUIET_TURNS = 3
const MOST_QUEUE_MS = 2000
/** How long clients with a kept connection have for the request that they were about to send. */
const LAST_REQUESTS_MS = 300
const SWEEP_MS = 100

/** Stops serving: answers the requests that are on their way, and ends connections as they fall idle. */
export async function closeGently(app: FastifyInstance): Promise<void> {
  const { server } = app
  await letQueueIn(server)
  // Only the door: the close of an HTTP server would end idle connections with it.
  Server.prototype.close.call(server)
  // Closing an idle connection also throws away a request that has arrived on it but was not read yet. So everybody is
  // first told with the next answer to let go.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  await sleep(LAST_REQUESTS_MS)
  // A connection that falls idle later would be kept for as long as its client likes.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
  }
}

/** Connections that nobody has taken yet would be reset, with the requests that they brought. */
async function letQueueIn(server: Server): Promise<void> {
  const deadline = performance.now() + MOST_QUEUE_MS
  let quietTurns = 0
  const note = () => {
    quietTurns = 0
  }
  server.on('connection', note)
  // Each turn of the event loop takes at least one from the queue, as long as there is one.
  while (quietTurns < QUIET_TURNS && performance.now() < deadline) {
    quietTurns++
    await nextTurn()
  }
  server.off('connection', note)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long clients with a kept connection have for the request that they were about to send. */
const LAST_REQUESTS_MS = 300
const SWEEP_MS = 100

/** Stops serving: answers the requests that are on their way, and ends connections as they fall idle. */
export async function closeGently(app: FastifyInstance): Promise<void> {
  const { server } = app
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

import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { startSilenceWatch } from './features/agents/silence.worker.ts'
import { startFollows } from './features/follows/follows.worker.ts'
import { startImportsCleanUp } from './features/imports/imports.clean-up.ts'
import { startMail } from './features/mail/mail.worker.ts'
import { indexBacklog } from './features/search/indexing/index-backlog.ts'
import { startIndexer } from './features/search/indexing/indexer.ts'
import { offerSetup } from './features/setup/setup.service.ts'
import { startExportsCleanUp } from './features/stored-exports/stored-exports.clean-up.ts'
import { startSweeps } from './features/sweeps/sweeps.ts'
import { startWebhooks } from './features/webhooks/delivery/deliverer.ts'
import type { DeliveryOptions } from './features/webhooks/delivery/options.ts'
import { startCleanUp } from './files/clean-up.ts'
import { limitConnections } from './http/connection-limit.ts'
import { JOB_KINDS, WITHOUT_PREVIEWS } from './job-kinds.ts'
import { startJobs } from './jobs/runner.ts'
import { flushAttempts } from './journal/attempts.ts'
import { startCheckpoints } from './journal/checkpoints.ts'
import { startPresence } from './servers/presence.ts'
import { openContext } from './start.ts'
import { provideWeb } from './web/build.ts'

/** A running service. */
export interface Service {
  app: FastifyInstance
  /** The address for people. */
  address: string
  /** Returns the link to create the first account while there is none. Each call invalidates the previous link. */
  offerSetup(): Promise<string | undefined>
  /** Stops the background work of an app that is already closed. */
  close(): Promise<void>
}

/** Opens and migrates the data, listens, and starts the background work. Drills shorten the pauses of `deliveries`. */
export async function startService(config: Config, log: Logger, deliveries?: DeliveryOptions): Promise<Service> {
  const ctx = await openContext(config, log)
  await indexBacklog(ctx)
  const app = buildApp(ctx, [], config.WEB ? await provideWeb(config.DATA_DIR) : undefined)
  const address = await listen(app, config)
  const connections = await limitConnections(app.server, log)
  const checkpoints = startCheckpoints(ctx)
  const sweeps = startSweeps(ctx)
  const cleanUp = startCleanUp(ctx)
  const presence = startPresence(ctx)
  const indexer = startIndexer(ctx)
  const webhooks = startWebhooks(ctx, deliveries)
  const mail = startMail(ctx)
  const silence = startSilenceWatch(ctx)
  const follows = startFollows(ctx)
  const jobs = startJobs(ctx, JOB_KINDS, config.PREVIEWS ? undefined : WITHOUT_PREVIEWS)
  const imports = startImportsCleanUp(ctx)
  const exports = startExportsCleanUp(ctx)
  return {
    app,
    address,
    async offerSetup() {
      const token = await offerSetup(ctx)
      return token && `${address}/setup#token=${token}`
    },
    async close() {
      connections.stop()
      await webhooks.stop()
      await jobs.stop()
      await imports.stop()
      await exports.stop()
      await silence.stop()
      await follows.stop()
      await mail.stop()
      await indexer.stop()
      await cleanUp.stop()
      await sweeps.stop()
      await flushAttempts(ctx)
      await checkpoints.stop()
      await presence.stop()
      await ctx.db.close()
    },
  }
}

/** Opens the port and returns the address for people. */
async function listen(app: FastifyInstance, { HOST, PORT, BASE_URL }: Config): Promise<string> {
  try {
    await app.listen({ host: HOST, port: PORT })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new ConfigError(`PORT: ${PORT} on ${HOST} is in use by another program`)
    if (code === 'EACCES') throw new ConfigError(`PORT: ${PORT} may not be used by this account`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new ConfigError(`HOST: ${HOST} is not an address of this machine`)
    }
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const isEverywhere = HOST === '0.0.0.0' || HOST === '::'
  const host = isEverywhere ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return BASE_URL ?? `http://${host}:${port}`
}

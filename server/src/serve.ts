import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { startCheckpoints } from './journal/checkpoints.ts'
import { openLog } from './log.ts'
import { openContext } from './start.ts'

/** Starts the service; it ends with a signal. What `npm start` and `aliquot serve` do. */
export async function serve(): Promise<void> {
  const config = readConfig()
  const log = openLog(config)
  const ctx = await openContext(config, log)
  const app = buildApp(ctx)
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  const checkpoints = startCheckpoints(ctx)
  console.log(`Aliquot is ready at ${config.BASE_URL ?? address}`)

  const stop = async () => {
    await app.close()
    await checkpoints.stop()
    await ctx.db.close()
    log.flush()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

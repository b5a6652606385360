import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { NewerSchema } from './db/migrate.ts'
import { openLog } from './log.ts'
import { openContext } from './start.ts'

try {
  await serve()
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof NewerSchema
  console.error(isPlain ? error.message : error)
  process.exit(1)
}

async function serve(): Promise<void> {
  const config = readConfig()
  const log = openLog(config)
  const ctx = await openContext(config, log)
  const app = buildApp(ctx)
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  console.log(`Aliquot is ready at ${config.BASE_URL ?? address}`)

  const stop = async () => {
    await app.close()
    await ctx.db.close()
    log.flush()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

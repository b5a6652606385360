/** The service with short pauses between deliveries, started as a process of its own. */
import { readConfig } from '../../src/config.ts'
import { USUAL } from '../../src/features/webhooks/delivery/options.ts'
import { openLog } from '../../src/log.ts'
import { startService } from '../../src/service.ts'

const config = readConfig()
const { app, address, close } = await startService(config, await openLog(config), {
  ...USUAL,
  pausesMs: [50, 100, 200],
  timeLimitMs: 300,
  betweenLooksMs: 50,
  giveWayMs: 20,
  restMs: 500,
})
process.on('SIGTERM', async () => {
  await app.close()
  await close()
  process.exit(0)
})
console.log(`Aliquot is ready at ${address}`)

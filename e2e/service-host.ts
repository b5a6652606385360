/** The process behind `startInHost`, which runs several services. */
import { readConfig } from '../server/src/config.ts'
import { openLog } from '../server/src/log.ts'
import { plainMessage } from '../server/src/plain-message.ts'
import { type Service, startService } from '../server/src/service.ts'

export interface Question {
  id: number
  what: { start: Record<string, string> } | { end: string }
}

export interface Answer {
  id: number
  /** The address of the service, or the error. */
  text: string
  isTrouble: boolean
}

const log = await openLog({ LOG_LEVEL: 'error' })
const services = new Map<string, Service>()

process.on('message', async ({ id, what }: Question) => {
  try {
    const text = 'start' in what ? await start(what.start) : await end(what.end)
    answer({ id, text, isTrouble: false })
  } catch (error) {
    answer({ id, text: plainMessage(error) ?? String((error as Error).stack), isTrouble: true })
  }
})
process.on('disconnect', () => process.exit())

function answer(given: Answer): void {
  process.send?.(given)
}

async function start(settings: Record<string, string>): Promise<string> {
  const service = await startService(readConfig(settings), log)
  services.set(service.address, service)
  return service.address
}

/** Nobody waits for an answer any more. */
async function end(address: string): Promise<string> {
  const service = services.get(address)
  services.delete(address)
  const closing = service?.app.close()
  service?.app.server.closeAllConnections()
  await closing
  await service?.close()
  return address
}

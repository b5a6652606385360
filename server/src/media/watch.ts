import { workerData } from 'node:worker_threads'

/**
 * The watchdog thread of the media process. It ends the process when it takes too much memory or when its parent has
 * gone, even if the main thread hangs.
 */

const { parent, mostMemory } = workerData
const LOOK_EVERY_MS = 250

setInterval(() => {
  const isForgotten = process.ppid !== parent
  if (isForgotten || process.memoryUsage.rss() > mostMemory) process.kill(process.pid, 'SIGKILL')
}, LOOK_EVERY_MS)

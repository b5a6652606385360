import { workerData } from 'node:worker_threads'

/**
 * A thread of the process for contents that ends it when it takes too much memory, or when nobody waits for it any more:
 * also while the other thread is in the middle of something endless.
 */

const { parent, mostMemory } = workerData
const LOOK_EVERY_MS = 250

setInterval(() => {
  const isForgotten = process.ppid !== parent
  if (isForgotten || process.memoryUsage.rss() > mostMemory) process.kill(process.pid, 'SIGKILL')
}, LOOK_EVERY_MS)

import { workerData } from 'node:worker_threads'

/**
 * A thread of the process for contents that ends it when it takes too much memory, or when nobody waits for it any more:
 * also while the other thread is in the middle of something endless.
 */

/** Resident bytes. */
const MOST_MEMORY = 1024 ** 3
const LOOK_EVERY_MS = 250

setInterval(() => {
  const isForgotten = process.ppid !== workerData.parent
  if (isForgotten || process.memoryUsage.rss() > MOST_MEMORY) process.kill(process.pid, 'SIGKILL')
}, LOOK_EVERY_MS)

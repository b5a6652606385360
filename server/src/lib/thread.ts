import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a module as a thread that uses the cache of compiled code. Node would leave it out, and load its translator of
 * TypeScript into each thread: 29 MB instead of 12.
 */
export function startThread(module: URL, options: WorkerOptions = {}): Worker {
  const cache = getCompileCacheDir()
  // Below `node --watch` a thread would post the files it imports as messages, which are no results.
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env
  return new Worker(new URL('./loading/thread-entry.js', import.meta.url), {
    env,
    ...options,
    // Node adds a folder for its version.
    argv: [module.href, cache === undefined ? '' : dirname(cache)],
  })
}

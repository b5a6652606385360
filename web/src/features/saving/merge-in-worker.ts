import type { MergeJob } from '../../sync/sync.types.ts'
import type { Merged } from './merges.ts'

/** How long to wait for a worker that loads over a slow network, or has died. */
const MOST_WAIT = 30_000

let worker: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

/** Merges in a worker, so that no key waits for it. Rejects if there is no worker. */
export function mergeInWorker(job: MergeJob): Promise<Merged> {
  const merged = last.then(() => ask(job))
  last = merged.catch(() => {})
  return merged
}

async function ask(job: MergeJob): Promise<Merged> {
  worker ??= new Worker(new URL('./merge-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Merged>()
  const fail = () => reject(new Error('There is no thread to merge in'))
  worker.onmessage = ({ data }: MessageEvent<Merged>) => resolve(data)
  worker.onerror = fail
  const timer = setTimeout(fail, MOST_WAIT)
  try {
    worker.postMessage(job)
    return await promise
  } catch (error) {
    worker?.terminate()
    worker = undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

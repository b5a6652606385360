import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Longest } from './poll-thread.ts'

/** Polls a server all the time. */
export interface Poller {
  /** The longest since the last call. */
  longest(): Promise<Longest>
  stop(): Promise<unknown>
}

/** On a thread of its own: to write and read megabytes takes the sender tens of milliseconds. */
export function startPoller({ port, pid }: { port: number; pid: number }): Poller {
  const thread = new Worker(new URL('./poll-thread.ts', import.meta.url), { workerData: { port, pid } })
  return {
    longest: async () => {
      thread.postMessage('longest')
      const [longest] = (await once(thread, 'message')) as [Longest]
      return longest
    },
    stop: () => thread.terminate(),
  }
}

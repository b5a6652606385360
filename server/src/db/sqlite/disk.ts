import type { Worker } from 'node:worker_threads'
import { startThread } from '../../lib/thread.ts'

/**
 * `copy` is a checkpoint after which the next commit starts the log anew, `checkpoint` does that too. `rewrite` writes
 * the log again after a flush that failed.
 */
export type DiskTask = 'flush' | 'copy' | 'checkpoint' | 'rewrite' | 'close'
export type DiskAnswer = { ms: number } | { error: string }

/** What takes as long as the disk does. Each task returns the milliseconds it took; one at a time. */
export interface Disk {
  run(task: DiskTask): Promise<number>
}

/** Runs the tasks on a thread, which starts with the first one. */
export class DiskThread implements Disk {
  readonly #file: string
  #thread: Worker | undefined

  constructor(file: string) {
    this.#file = file
  }

  async run(task: DiskTask): Promise<number> {
    if (task === 'close' && !this.#thread) return 0
    this.#thread ??= this.#start()
    const thread = this.#thread
    const { promise, resolve, reject } = Promise.withResolvers<DiskAnswer>()
    const onExit = () => reject(new Error('the thread for the disk has ended'))
    thread.on('message', resolve).on('error', reject).on('exit', onExit)
    thread.ref()
    thread.postMessage(task)
    try {
      const answer = await promise
      if (task === 'close') await thread.terminate()
      if ('error' in answer) throw new Error(answer.error)
      return answer.ms
    } finally {
      thread.off('message', resolve).off('error', reject).off('exit', onExit)
      thread.unref()
    }
  }

  #start(): Worker {
    const thread = startThread(new URL('./disk-thread.ts', import.meta.url), {
      workerData: this.#file,
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
    // Whoever waits for a task is told.
    thread.on('error', () => {})
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined
    })
    return thread
  }
}

import type { Worker } from 'node:worker_threads'
import type { DatabaseConfig } from '../../../db/open.ts'
import { startThread } from '../../../lib/thread.ts'
import type { Indexed, MarkTimes } from './fill-indexes.ts'

export type IndexTask =
  | { kind: 'fill'; after: number; times: MarkTimes | undefined }
  | { kind: 'merge' }
  | { kind: 'close' }
export type IndexAnswer = { result: Indexed | boolean } | { damage: string }

/** The file of the indexes is damaged. */
export class IndexDamage extends Error {}

/**
 * The thread that makes words and trigrams and writes the indexes, so that nobody waits for it. It has connections of
 * its own, starts when there is something to do and ends after a while without work.
 */
export class IndexingThread {
  readonly #config: DatabaseConfig
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor({ DATA_DIR, DATABASE_URL, DATABASE_POOL, DATABASE_TIMEOUT }: DatabaseConfig) {
    this.#config = { DATA_DIR, DATABASE_URL, DATABASE_POOL, DATABASE_TIMEOUT }
  }

  fill(after: number, times?: MarkTimes): Promise<Indexed> {
    return this.#run<Indexed>({ kind: 'fill', after, times })
  }

  /** False if there is nothing left to merge. */
  merge(): Promise<boolean> {
    return this.#run<boolean>({ kind: 'merge' })
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    const { promise, resolve } = Promise.withResolvers<void>()
    worker.once('exit', () => resolve())
    worker.postMessage({ kind: 'close' } satisfies IndexTask)
    await promise
  }

  /** One task at a time. After an error the next task starts a new thread. */
  #run<T>(task: IndexTask): Promise<T> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const listeners = {
      message: (answer: IndexAnswer) =>
        'damage' in answer ? reject(new IndexDamage(answer.damage)) : resolve(answer.result as T),
      error: reject,
      exit: () => reject(new Error('the indexing thread has ended')),
    }
    for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener)
    worker.postMessage(task)
    return promise
      .catch((error: unknown) => {
        if (this.#worker === worker) this.#worker = undefined
        throw error
      })
      .finally(() => {
        for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener)
        this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref()
      })
  }

  #start(): Worker {
    const worker = startThread(new URL('./indexing-worker.ts', import.meta.url), { workerData: this.#config })
    // Whoever waits for a task is told.
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    // It does not keep the process alive.
    worker.unref()
    return worker
  }
}

const IDLE_MS = 60_000

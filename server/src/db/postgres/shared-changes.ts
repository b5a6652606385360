import type { Unavailable } from '../../errors.ts'
import type { Db } from '../schema.ts'
import type { Pipeline } from './pipeline/pipeline.ts'
import { openPipeline } from './pools.ts'
import { CommitLost, type Outcome, runTogether, type Sharer } from './shared-transaction.ts'

/** Changes of one transaction. More would hold locks for longer, and gain little. */
const MOST_TOGETHER = 32
/** A statement that takes longer would hold up the changes of others. */
const MOST_MS = 1000
/** The same for a lock. */
const MOST_LOCK_MS = 250

interface Waiting extends Sharer {
  resolve(value: unknown): void
  reject(error: unknown): void
  patience: NodeJS.Timeout
}

type RunAlone = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/**
 * Changes that arrive together share a transaction, its round trips and its commit. While a group runs, further changes
 * of its entries wait for the next one. What cannot run together runs by itself: changes of entries that somebody else
 * has locked, and all changes of a group that failed.
 */
export class SharedChanges {
  readonly #runAlone: RunAlone
  readonly #idle: (() => Promise<Pipeline>)[]
  readonly #pipelines = new Set<Pipeline>()
  readonly #size: number
  #waiting: Waiting[] = []
  /** The entries of the groups that run. */
  readonly #taken = new Set<number>()
  #isScheduled = false
  #isClosed = false

  constructor(url: string, size: number, timeoutMs: number, runAlone: RunAlone) {
    const limits = { timeoutMs: Math.min(timeoutMs, MOST_MS), lockMs: Math.min(timeoutMs, MOST_LOCK_MS) }
    this.#size = size
    this.#runAlone = runAlone
    this.#idle = Array.from({ length: size }, () => this.#connector(() => openPipeline(url, limits)))
  }

  get state(): { size: number; open: number; busy: number; waiting: number } {
    const busy = this.#size - this.#idle.length
    return { size: this.#size, open: this.#pipelines.size, busy, waiting: this.#waiting.length }
  }

  /** Resolves when the change is durable. Refuses it if it cannot start within `patienceMs`. */
  run<T>(
    { entry, onlyAdds, work }: Sharer & { work: (db: Db) => Promise<T> },
    patienceMs: number,
    refusal: () => Unavailable,
  ): Promise<T> {
    // The pool is closed too, and refuses it.
    if (this.#isClosed) return this.#runAlone(work)
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
        reject(refusal())
      }, patienceMs)
      const waiting: Waiting = { entry, onlyAdds, work, resolve: resolve as Waiting['resolve'], reject, patience }
      this.#waiting.push(waiting)
      this.#schedule()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#pipelines].map((pipeline) => pipeline.close()))
  }

  /** At the end of the turn, when all that arrived together is here. */
  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      while (this.#idle.length > 0) {
        const group = this.#take()
        const connect = group.length > 0 ? this.#idle.pop() : undefined
        if (!connect) return
        void this.#runGroup(connect, group)
      }
    })
  }

  #take(): Waiting[] {
    const group = this.#waiting.filter(({ entry }) => !this.#taken.has(entry)).slice(0, MOST_TOGETHER)
    const taken = new Set(group)
    this.#waiting = this.#waiting.filter((one) => !taken.has(one))
    for (const { entry, patience } of group) {
      clearTimeout(patience)
      if (entry !== 0) this.#taken.add(entry)
    }
    return group
  }

  async #runGroup(connect: () => Promise<Pipeline>, group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await runTogether(await connect(), group)
      for (const [index, waiting] of group.entries()) this.#settle(waiting, outcomes[index] ?? 'undone')
    } catch (error) {
      // The connection could not be opened, or broke before the commit.
      const outcome: Outcome = error instanceof CommitLost ? { error: error.refusal } : 'undone'
      for (const waiting of group) this.#settle(waiting, outcome)
    } finally {
      for (const { entry } of group) this.#taken.delete(entry)
      this.#idle.push(connect)
      this.#schedule()
    }
  }

  #settle({ work, resolve, reject }: Waiting, outcome: Outcome): void {
    if (outcome === 'undone') this.#runAlone(work).then(resolve, reject)
    else if ('error' in outcome) reject(outcome.error)
    else resolve(outcome.value)
  }

  /** Opens a connection when it is needed, and again after it broke. */
  #connector(open: () => Promise<Pipeline>): () => Promise<Pipeline> {
    let pipeline: Pipeline | undefined
    return async () => {
      if (pipeline && !pipeline.isClosed) return pipeline
      if (pipeline) this.#pipelines.delete(pipeline)
      pipeline = await open()
      this.#pipelines.add(pipeline)
      return pipeline
    }
  }
}

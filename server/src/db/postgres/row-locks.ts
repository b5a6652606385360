import { Unavailable } from '../../errors.ts'

/** Too many statements already wait for this row: the change must wait without a connection. */
export class RowBusy extends Error {
  readonly row: string

  constructor(row: string) {
    super(`Too many changes wait for ${row}`)
    this.row = row
  }
}

/** The SQL that lockRow (db/dialect.ts) generates for a lookup by the first parameter. */
const LOCKS_ONE_ROW = / from "(\w+)"(?: as "\w+")? where (?:"\w+"\.)?"\w+" = \$1\b.* for update$/s

/** The row that a statement locks, by table and key. Undefined for none or several. */
export function lockedRow(statement: string, parameters: readonly unknown[]): string | undefined {
  const table = LOCKS_ONE_ROW.exec(statement)?.[1]
  return table && `${table} ${parameters[0]}`
}

/**
 * The statements of this process that wait for each row. Each holds a connection, so they are few; further changes of
 * the row wait here, without one.
 */
export class RowWaits {
  readonly #most: number
  readonly #waits = new Map<string, number>()
  readonly #queues = new Map<string, (() => void)[]>()

  constructor(most: number) {
    this.#most = most
  }

  /** Runs a statement that locks a row. Throws `RowBusy` if enough wait for it already. */
  async run<T>(row: string, statement: () => Promise<T>): Promise<T> {
    const waits = this.#waits.get(row) ?? 0
    if (waits >= this.#most) throw new RowBusy(row)
    this.#waits.set(row, waits + 1)
    try {
      return await statement()
    } finally {
      const left = (this.#waits.get(row) ?? 1) - 1
      if (left === 0) this.#waits.delete(row)
      else this.#waits.set(row, left)
      this.admitNext(row)
    }
  }

  /**
   * Resolves once a statement no longer waits for the row, or an admitted change has ended. A change that was admitted
   * before and came too late is next.
   */
  untilAdmitted(row: string, patienceMs: number, wasAdmitted: boolean): Promise<void> {
    // The statements in the way may have ended while this change was rolled back: then nobody would admit it.
    if ((this.#waits.get(row) ?? 0) < this.#most) return Promise.resolve()
    const queue = this.#queues.get(row) ?? []
    this.#queues.set(row, queue)
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(enter), 1)
        reject(new Unavailable('storage.record_busy', { part: 'database' }))
      }, patienceMs)
      if (wasAdmitted) queue.unshift(enter)
      else queue.push(enter)
    })
  }

  admitNext(row: string): void {
    const queue = this.#queues.get(row)
    queue?.shift()?.()
    if (queue?.length === 0) this.#queues.delete(row)
  }
}

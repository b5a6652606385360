import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type Cursor from 'pg-cursor'
import { isLost, isOutdated, isStuck } from './connection-error.ts'
import { statementName } from './named-statements.ts'
import { lockedRow, type RowWaits } from './row-locks.ts'

/** A connection lent by the pool. It sends the names of prepared statements. */
export class PooledConnection implements PostgresPoolClient {
  readonly #pool: pg.Pool
  readonly #waits: RowWaits | undefined
  #client: pg.PoolClient
  /** Nothing has been answered since it was lent. */
  #isFresh = true
  #isReturned = false
  #broken: unknown

  constructor(pool: pg.Pool, client: pg.PoolClient, waits?: RowWaits) {
    this.#pool = pool
    this.#client = client
    this.#waits = waits
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(query: string | PostgresCursor<R>, parameters: readonly unknown[] = []): unknown {
    if (typeof query !== 'string') return this.#client.query(query as unknown as Cursor)
    const row = this.#waits && lockedRow(query, parameters)
    return row ? this.#waits?.run(row, () => this.#send(query, parameters)) : this.#send(query, parameters)
  }

  release(isBroken?: boolean): void {
    if (!this.#isReturned) this.#client.release(isBroken || this.#broken !== undefined)
  }

  async #send(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      // A late answer to an abandoned statement must not be taken for the answer to another one.
      if (this.#broken !== undefined) throw this.#broken
      try {
        const answer = await this.#client.query({
          name: statementName(sql),
          text: sql,
          values: parameters as unknown[],
        })
        this.#isFresh = false
        return answer
      } catch (error) {
        const mayGoOn = isLost(error) || isOutdated(error)
        if (mayGoOn || isStuck(error)) this.#broken = error
        const isUnharmed = this.#isFresh && mayGoOn && isHarmless(sql)
        // Each idle connection of the pool may be dead, one after the other.
        if (!isUnharmed || tries > this.#pool.options.max) throw error
        await this.#reconnect()
      }
    }
  }

  /** For a connection that the server closed while it was idle, or whose statements are outdated. */
  async #reconnect(): Promise<void> {
    // Release first: if all connections are lent, nobody would get another.
    this.#client.release(true)
    this.#isReturned = true
    this.#client = await this.#pool.connect()
    this.#isReturned = false
    this.#broken = undefined
  }
}

/** Statements that certainly changed nothing if they got no answer. */
function isHarmless(sql: string): boolean {
  return /^(begin|start transaction|select|with)\b/i.test(sql) && !/\b(insert into|update|delete from)\b/i.test(sql)
}

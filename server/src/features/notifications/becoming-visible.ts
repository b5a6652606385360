import type { Context } from '../../context.ts'
import * as repo from './notifications.repo.ts'

const MOST_AT_ONCE = 500

/** Tells the open pages of those whose notifications have become visible since the last call. */
export class BecomingVisible {
  readonly #ctx: Context
  #since: string

  /** Pages that open later read anyway. */
  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#since = ctx.now()
  }

  async tell(): Promise<void> {
    const { db, signals, now } = this.#ctx
    const span = { since: this.#since, until: now(), most: MOST_AT_ONCE }
    for (let after: number | undefined = 0; after !== undefined; ) {
      const people: { userid: number }[] = await repo.listWithNewlyVisible(db.read, { ...span, after })
      for (const { userid } of people) signals.tell(userid, 'notifications')
      after = people.length < MOST_AT_ONCE ? undefined : people.at(-1)?.userid
    }
    this.#since = span.until
  }
}

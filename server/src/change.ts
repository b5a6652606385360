import type { Once } from './access/actor.ts'
import type { Context } from './context.ts'
import { prepared } from './db/prepared.ts'
import type { Db } from './db/schema.ts'
import { Unprocessable } from './errors.ts'
import { type Author, type Happening, record } from './journal/record.ts'

/** A change in progress: everything that happens in one transaction, at one instant, by one person. */
export interface Change {
  db: Db
  at: string
  record(happening: Happening): Promise<void>
}

/**
 * Makes a change. All services go through here: it gives the transaction, the instant and the journal, and makes a
 * repeated request with the same Idempotency-Key answer what its first try did. The result must be plain JSON.
 */
export function change<T>(
  ctx: Context,
  author: Author & { once?: Once },
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return ctx.db.write(async (db) => {
    const at = ctx.now()
    const { once } = author
    if (once) {
      const [earlier] = await findAnswer(db, once)
      if (earlier) {
        if (earlier.request_hash === once.requestHash) return JSON.parse(earlier.result) as T
        throw new Unprocessable('Idempotency-Key: this key was already used with another request')
      }
    }
    const result = await work({ db, at, record: (happening) => record(db, author, at, happening) })
    if (once) {
      const answer = { key_hash: once.keyHash, userid: author.userid ?? 0, request_hash: once.requestHash }
      await keepAnswer(db, { ...answer, result: JSON.stringify(result ?? null), created_at: at })
    }
    return result
  })
}

const findAnswer = prepared((db: Db, p: Once) =>
  db.selectFrom('idempotency').select(['request_hash', 'result']).where('key_hash', '=', p.keyHash),
)

const keepAnswer = prepared(
  (db: Db, p: { key_hash: string; userid: number; request_hash: string; result: string; created_at: string }) =>
    db.insertInto('idempotency').values({
      key_hash: p.key_hash,
      userid: p.userid,
      request_hash: p.request_hash,
      result: p.result,
      created_at: p.created_at,
    }),
)

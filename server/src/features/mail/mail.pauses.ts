import type { Context } from '../../context.ts'
import * as repo from './mail.outbox.repo.ts'

/** More messages about one entry than this within the time come together when it is over. */
const MOST_WITHIN = 5
const WITHIN_MS = 10 * 60_000

/**
 * Until when messages about an entry wait, because its reader has had enough of them lately; undefined if they go now.
 * A program, or two people who discuss, must not fill a mailbox.
 */
export async function pauseOf(
  { db, now }: Context,
  { userid, entity }: { userid: number; entity: number },
): Promise<string | undefined> {
  const since = new Date(Date.parse(now()) - WITHIN_MS).toISOString()
  const sent = await repo.listSentLately(db.read, { userid, entity, since, most: MOST_WITHIN })
  const first = sent.length < MOST_WITHIN ? undefined : sent.at(-1)
  return first && new Date(Date.parse(first) + WITHIN_MS).toISOString()
}

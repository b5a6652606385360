import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Author } from '../../journal/record.ts'
import { deleteAll } from '../sessions/sessions.change.ts'
import { recordEnded } from '../sessions/sessions.end.ts'
import * as repo from './users.repo.ts'
import { changeHeldUser, holdUser, NO_LINK } from './users.state.ts'

export interface AfterRestore {
  sessions_ended: number
  links_ended: number
  /** Valid API keys, including those that were deleted after the backup. */
  keys_alive: number
}

/** Ends access that a backup brings back although somebody may have ended it since: sessions and password links. */
export function endRestoredAccess(ctx: Context, author: Author, isKept: boolean): Promise<AfterRestore> {
  return change(ctx, author, async (work) => {
    const keys_alive = await repo.countApikeys(work.db)
    if (isKept) return { sessions_ended: 0, links_ended: 0, keys_alive }
    const sessions = await deleteAll(work.db)
    for (const session of sessions) await recordEnded(work, session, 'deleted', 'restored from a backup')
    const invited = await repo.listWithLink(work.db)
    for (const { userid } of invited) {
      await changeHeldUser(work, await holdUser(work, userid), NO_LINK, { reason: 'restored from a backup' })
    }
    return { sessions_ended: sessions.length, links_ended: invited.length, keys_alive }
  })
}

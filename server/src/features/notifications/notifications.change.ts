import type { Change } from '../../change.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { CATEGORY, wishOf } from './category.ts'
import * as repo from './notifications.repo.ts'

/** Changes of notifications when their subject changes or goes. notify.ts creates new ones. */
export const moveDeadline = telling(move)
export const removeOfComment = telling(repo.removeOfComment)
export const removeOfPerson = telling(repo.removeOfPerson)
export const removeOfRequest = telling(repo.removeOfRequest)
export const removeOfStep = telling(repo.removeOfStep)
export const setSeenOfRequest = telling(repo.setSeenOfRequest)
export const setSeenOfWaiting = telling(repo.setSeenOfWaiting)

/** A new deadline moves the notification and makes it unread, as its reader wishes by now. Its e-mail is sent then. */
async function move(db: Change['db'], { step, visible_at }: repo.Deadline): Promise<{ userid: number }[]> {
  const told = await repo.listToldOfStep(db, { step })
  for (const { id, preferences } of told) {
    const { onPage, byMail } = wishOf(preferencesOf({ preferences }), CATEGORY.deadline)
    const mail_at = byMail ? visible_at : null
    await repo.move(db, { id, visible_at, is_ack: onPage ? 0 : 1, send_email: byMail ? 1 : 0, mail_at })
  }
  return told
}

type Write<P> = (db: Change['db'], values: P) => Promise<{ userid: number }[]>

/** The open pages of those whose notifications change read them again. */
function telling<P>(write: Write<P>): (work: Change, values: P) => Promise<void> {
  return async (work, values) => {
    const changed = await write(work.db, values)
    for (const userid of new Set(changed.map((row) => row.userid))) work.tell(userid, 'notifications')
  }
}

import type { Change } from '../../change.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import * as repo from './notifications.repo.ts'

export const CATEGORY = { comment: 10 } as const

/**
 * Tells the owner of an entry that somebody else commented on it; part of the change that adds the comment. The journal
 * has the comment itself, so this is no event of its own.
 */
export async function notifyOfComment(
  work: Change,
  { entity, owner, comment, author }: { entity: number; owner: number; comment: number; author: number },
): Promise<void> {
  if (owner === author) return
  const [recipient] = await repo.findRecipient(work.db, { userid: owner })
  if (!recipient) return
  await repo.insert(work.db, {
    userid: owner,
    category: CATEGORY.comment,
    entity_id: entity,
    comment_id: comment,
    from_userid: author,
    // Who does not want to be told still finds it among what they have seen.
    is_ack: preferencesOf(recipient).notif_comment_created === 1 ? 0 : 1,
    created_at: work.at,
  })
}

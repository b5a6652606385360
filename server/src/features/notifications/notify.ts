import type { Change } from '../../change.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import * as repo from './notifications.repo.ts'

export const CATEGORY = { comment: 10, deadline: 13, request: 90 } as const

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
    ...ABOUT_NOTHING,
    comment_id: comment,
    from_userid: author,
    // Who does not want to be told still finds it among what they have seen.
    is_ack: preferencesOf(recipient).notif_comment_created === 1 ? 0 : 1,
    created_at: work.at,
  })
}

const ABOUT_NOTHING = { comment_id: null, step_id: null, request_id: null, visible_at: null }

const MINUTES_BEFORE = 30

/** From when on a deadline is told of. */
export function visibleBefore(deadline: string): string {
  return new Date(Date.parse(deadline) - MINUTES_BEFORE * 60_000).toISOString()
}

/** Will tell a person of the deadline of a step when it comes near. */
export async function notifyOfDeadline(
  work: Change,
  { entity, step, deadline, userid }: { entity: number; step: number; deadline: string; userid: number },
): Promise<void> {
  const [recipient] = await repo.findRecipient(work.db, { userid })
  if (!recipient) return
  await repo.insert(work.db, {
    userid,
    category: CATEGORY.deadline,
    entity_id: entity,
    ...ABOUT_NOTHING,
    step_id: step,
    from_userid: userid,
    is_ack: preferencesOf(recipient).notif_step_deadline === 1 ? 0 : 1,
    created_at: work.at,
    visible_at: visibleBefore(deadline),
  })
}

/** Tells a person that somebody asks something of them. */
export async function notifyOfRequest(
  work: Change,
  { entity, request, from, to }: { entity: number; request: number; from: number; to: number },
): Promise<void> {
  await repo.insert(work.db, {
    userid: to,
    category: CATEGORY.request,
    entity_id: entity,
    ...ABOUT_NOTHING,
    request_id: request,
    from_userid: from,
    is_ack: 0,
    created_at: work.at,
  })
}

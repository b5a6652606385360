import type { Change } from '../../change.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { CATEGORY } from './category.ts'
import * as repo from './notifications.repo.ts'

/**
 * Notifies the owner of an entry of another person's comment, and those who wait for that person to act on the entry:
 * a reviewer requests changes by a comment. This is within the change that adds it. The journal has the comment, so
 * this is not an event.
 */
export async function notifyOfComment(
  work: Change,
  { entity, owner, comment, author }: { entity: number; owner: number; comment: number; author: number },
): Promise<void> {
  for (const recipient of await repo.listToldOfComment(work.db, { entity, owner, author })) {
    await repo.insert(work.db, {
      userid: recipient.userid,
      category: CATEGORY.comment,
      entity_id: entity,
      ...ABOUT_NOTHING,
      comment_id: comment,
      from_userid: author,
      // People who turned this off still find it among the read ones.
      is_ack: preferencesOf(recipient).notif_comment_created === 1 ? 0 : 1,
      created_at: work.at,
    })
  }
}

const ABOUT_NOTHING = { comment_id: null, step_id: null, request_id: null, visible_at: null, team_id: null }

const MINUTES_BEFORE = 30

/** When the notification of a deadline becomes visible. */
export function visibleBefore(deadline: string): string {
  return new Date(Date.parse(deadline) - MINUTES_BEFORE * 60_000).toISOString()
}

/** Schedules a notification before the deadline of a step. */
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

/** Notifies a person of a request. */
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

interface NewPerson {
  person: number
  team: number
  isValidated: boolean
  /** Null for the command line. */
  creator: number | null
}

/** Notifies the admins of a team of a new account in it, within the change that creates it. */
export async function notifyOfPerson(work: Change, { person, team, isValidated, creator }: NewPerson): Promise<void> {
  const admins = await repo.listAdmins(work.db, { team, person, creator: creator ?? person })
  const wish = isValidated ? 'notif_user_created' : 'notif_user_need_validation'
  const news = {
    ...ABOUT_NOTHING,
    category: isValidated ? CATEGORY.newPerson : CATEGORY.waitingPerson,
    entity_id: null,
    team_id: team,
    from_userid: person,
    created_at: work.at,
  }
  await repo.insertAll(
    work.db,
    admins.map((admin) => ({ ...news, userid: admin.userid, is_ack: preferencesOf(admin)[wish] === 1 ? 0 : 1 })),
  )
}

import { REQUESTABLE } from '@aliquot/contract/request-actions'
import type { Actor } from '../../access/actor.ts'
import type { Change } from '../../change.ts'
import type { RequestActionRow } from '../../db/schema.ts'
import { requestActionsTable } from '../../db/tables/entries/request-actions.ts'
import { rowChanges } from '../../journal/changes.ts'
import { sealOf } from '../../journal/seals.ts'
import { recordChildChange } from '../entries/entries.children.ts'
import * as entities from '../entries/entries.lookup.ts'
import { removeOfRequest, setSeenOfRequest } from '../notifications/notifications.change.ts'
import * as repo from './request-actions.repo.ts'

/** Which action fulfils which request. Some actions are not implemented yet. */
const FULFILS: Readonly<Record<string, number>> = {
  archive: REQUESTABLE.archive,
  lock: REQUESTABLE.lock,
  forcelock: REQUESTABLE.lock,
  review: REQUESTABLE.review,
  sign: REQUESTABLE.sign,
  timestamp: REQUESTABLE.timestamp,
  bloxberg: REQUESTABLE.timestamp,
}

/** Closes the requests that the actor has fulfilled with this action. The caller has locked the row. */
export async function fulfilRequests(work: Change, actor: Actor, entity: number, action: string): Promise<void> {
  const number = FULFILS[action]
  if (number === undefined) return
  const pending = await repo.listMatching(work.db, { entity, target: actor.userid, action: number })
  for (const request of pending) {
    await setSeenOfRequest(work, { request: request.id })
    await moveRequest(work, request, repo.STATE.done)
    const [entry] = await entities.find(work.db, { id: entity })
    if (entry)
      await recordChildChange(
        work,
        actor,
        entry,
        { action_done: { after: describeRequest(request) } },
        { touch: false },
      )
  }
}

/** Ends all requests from and to a closed account. */
export async function endRequestsOf(work: Change, userid: number): Promise<void> {
  for (const request of await repo.listPendingOf(work.db, { userid })) {
    await entities.holdRow(work.db, { id: request.entity_id })
    await removeOfRequest(work, { request: request.id })
    await moveRequest(work, request, repo.STATE.withdrawn)
  }
}

export async function moveRequest(work: Change, before: RequestActionRow, state: number): Promise<void> {
  const [after] = await repo.setState(work.db, { id: before.id, state })
  if (after) await recordRequest(work, before, after)
}

const TOLD = ['requester_userid', 'target_userid', 'action', 'state', 'created_at'] as const

/** A withdrawn request keeps its row, because the changelog refers to it. */
export async function recordRequest(
  work: Change,
  before: RequestActionRow | undefined,
  after: RequestActionRow,
): Promise<void> {
  await work.record({
    chain: after.entity_id,
    subject: 'request',
    subjectId: after.id,
    verb: before ? 'updated' : 'created',
    changes: rowChanges<RequestActionRow>(before ?? {}, after, TOLD),
    seal: sealOf(requestActionsTable, after),
  })
}

/** A request in the changelog: `review by user 7`. */
export function describeRequest({ action, target_userid }: RequestActionRow): string {
  const [name] = Object.entries(REQUESTABLE).find(([, number]) => number === action) ?? ['']
  return `${name} by user ${target_userid}`
}

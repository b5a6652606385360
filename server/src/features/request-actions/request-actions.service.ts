import type { EntityType, Paging } from '@aliquot/contract/common'
import {
  type ListedRequest,
  MOST_REQUESTS,
  type NewRequest,
  type OwnRequest,
  type RequestRecord,
} from '@aliquot/contract/request-actions'
import type { Actor } from '../../access/actor.ts'
import { isAllowed, whoOf } from '../../access/visibility.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput, NotFound, Unprocessable } from '../../errors.ts'
import { wireTime } from '../../lib/dates.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { holdEntity, requireReadable, TYPE_NUMBER } from '../entries/entries.access.ts'
import { noteRequests, recordChildChange } from '../entries/entries.children.ts'
import { kindOf } from '../entries/entries.types.ts'
import { removeOfRequest } from '../notifications/notifications.change.ts'
import { notifyOfRequest } from '../notifications/notify.ts'
import { requireReadableUser } from '../users/users.access.ts'
import { describeRequest, moveRequest, recordRequest } from './request-actions.change.ts'
import * as repo from './request-actions.repo.ts'

export interface EntryPath {
  entity_type: EntityType
  id: number
}

export interface RequestPath extends EntryPath {
  subid: number
}

export async function listRequests(
  ctx: Context,
  actor: Actor,
  path: EntryPath,
  paging: Paging,
): Promise<Page<ListedRequest>> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const rows = await repo.listPending(ctx.db.read, { entity: path.id, most: MOST_REQUESTS })
  const entity_page = pageOfType(TYPE_NUMBER[path.entity_type])
  return pageOf(
    rows.map((row) => ({ entity_page, ...toCommon(ctx, row) })),
    paging,
  )
}

export async function readRequest(ctx: Context, actor: Actor, path: RequestPath): Promise<RequestRecord> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const [row] = await repo.find(ctx.db.read, { id: path.subid })
  if (row?.entity_id !== path.id) throw missing()
  return toRecord(ctx, row)
}

/** The requests to a person, about entries that the actor may read. */
export async function listRequestsOf(
  ctx: Context,
  actor: Actor,
  userid: number,
  paging: Paging,
): Promise<Page<OwnRequest>> {
  await requireSelfOrSysadmin(ctx, actor, userid)
  const rows = await repo.listOwn(ctx.db.read, { ...whoOf(actor), target: userid, most: MOST_REQUESTS })
  return pageOf(
    rows.map((row) => ({
      entity_page: pageOfType(row.type),
      entity_title: row.title,
      ...toCommon(ctx, row),
      state: stateOf(row),
    })),
    paging,
  )
}

async function requireSelfOrSysadmin(ctx: Context, actor: Actor, userid: number): Promise<void> {
  if (userid === actor.userid) return
  if (!actor.isSysadmin) throw new Forbidden('request_action.may_not_read')
  await requireReadableUser(ctx.db.read, actor, userid)
}

/** More requests than ever wait for one entry. */
const MOST_PENDING = 1000

export function addRequest(
  ctx: Context,
  actor: Actor,
  path: EntryPath,
  { target_userid, target_action: action }: NewRequest,
): Promise<{ id: number }> {
  return change(ctx, actor, async (work) => {
    const entry = await holdEntity(work.db, actor, path.entity_type, path.id)
    await requireReader(work.db, entry, target_userid)
    const [counted] = await repo.countPending(work.db, { entity: entry.id })
    if ((counted?.total ?? 0) >= MOST_PENDING) throw new Unprocessable('request_action.too_many')
    const people = { requester_userid: actor.userid, target_userid }
    const [row] = await repo.insert(work.db, { entity_id: entry.id, ...people, action, created_at: work.at })
    if (!row) throw new InvalidInput('request_action.asked_already', { field: 'target_action' })
    await recordRequest(work, undefined, row)
    await noteRequests(work.db, { id: entry.id })
    await notifyOfRequest(work, { entity: entry.id, request: row.id, from: actor.userid, to: target_userid })
    await recordChildChange(work, actor, entry, { action_requested: { after: describeRequest(row) } }, { touch: false })
    return { id: row.id }
  })
}

/** Withdraws or declines a request. A no-op if it is gone. */
export function removeRequest(ctx: Context, actor: Actor, path: RequestPath, ifMatch: IfMatch): Promise<void> {
  return change(ctx, actor, async (work) => {
    await holdEntity(work.db, actor, path.entity_type, path.id)
    const [row] = await repo.find(work.db, { id: path.subid })
    if (!row) return
    if (row.entity_id !== path.id) throw missing()
    if (actor.userid !== row.requester_userid && actor.userid !== row.target_userid)
      throw new Forbidden('request_action.may_not_remove')
    await requireMatch(ifMatch, stateOf(row), async () => toRecord(ctx, row))
    await removeOfRequest(work, { request: row.id })
    await moveRequest(work, row, repo.STATE.withdrawn)
  })
}

/** A person who cannot read the entry in any of their teams cannot act on it. */
async function requireReader(db: Db, entry: EntityRow, userid: number): Promise<void> {
  const places = await repo.listPlaces(db, { userid })
  if (places.length === 0) throw new Unprocessable('request_action.no_person', { field: 'target_userid' })
  const teams = places.map(({ team }) => team)
  const place = places.find(({ team }) => team === entry.team)
  const person = { userid, via: '', address: '', team: place?.team ?? 0, teams, isAdmin: place?.is_admin === 1 }
  const reader = { ...person, isSysadmin: false, canWrite: false }
  if (!(await isAllowed(db, reader, entry, 'read')))
    throw new Unprocessable('request_action.person_may_not_read', { field: 'target_userid' })
}

function missing(): NotFound {
  return new NotFound('request_action.not_found')
}

const PAGES = new Map(Object.entries(TYPE_NUMBER).map(([type, number]) => [number, kindOf(type as EntityType).page]))

function pageOfType(type: number): string {
  return `${PAGES.get(type)}.php`
}

function stateOf({ state }: repo.NamedRequest): 1 | 2 {
  return state === repo.STATE.pending ? 1 : 2
}

function toRecord(ctx: Context, row: repo.NamedRequest): RequestRecord {
  return { ...toCommon(ctx, row), state: stateOf(row) }
}

function toCommon(ctx: Context, row: repo.NamedRequest) {
  return {
    id: row.id,
    created_at: wireTime(row.created_at, ctx.config.TIMEZONE),
    requester_userid: row.requester_userid,
    requester_fullname: `${row.requester_firstname} ${row.requester_lastname}`,
    target_userid: row.target_userid,
    target_fullname: `${row.target_firstname} ${row.target_lastname}`,
    entity_id: row.entity_id,
    action: row.action as ListedRequest['action'],
  }
}

import type { ChangeKind } from '@aliquot/contract/change-kinds'
import type { EntityType } from '@aliquot/contract/common'
import type { Notification, NotificationQuery, NotificationRecord } from '@aliquot/contract/notifications'
import { REQUESTABLE, type Requestable } from '@aliquot/contract/request-actions'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import type { Changes } from '../../journal/changes.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { wireTime } from '../../lib/dates.ts'
import type { Page } from '../../records/page.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { kindOf } from '../entries/entries.types.ts'
import { fullnameOf } from '../users/users.record.ts'
import {
  type AgentSilentDetails,
  CATEGORY,
  type ExportReadyDetails,
  type FollowedDetails,
  type JobFailedDetails,
  type WebhookOffDetails,
} from './category.ts'
import { excerptOf, mentionExcerpt } from './excerpt.ts'
import * as repo from './notifications.repo.ts'

/** Notifications are private: not even admins read them. */
export function requireSelf(actor: Actor, userid: number): void {
  if (userid !== actor.userid) throw new Forbidden('notification.of_other')
}

/** Totals up to this are exact. */
const MOST_COUNTED = 1000

export async function listNotifications(
  ctx: Context,
  actor: Actor,
  { limit, offset, is_ack: onlyUnseen, category }: NotificationQuery,
): Promise<Page<Notification>> {
  const { read } = ctx.db
  const who = readerOf(ctx, actor)
  const { list, count } = repo.pagesOf[`${onlyUnseen ? 'unseen' : 'all'}${category === undefined ? '' : 'OfCategory'}`]
  const wanted = { ...who, category: category ?? 0 }
  const rows = await list(read, { ...wanted, limit, offset })
  const [counted] = await count(read, { ...wanted, most: MOST_COUNTED + 1 })
  const total = counted?.total ?? 0
  return {
    rows: rows.map((row) => toNotification(ctx, row)),
    total: Math.min(total, MOST_COUNTED),
    totalIsExact: total <= MOST_COUNTED,
  }
}

export async function readNotification(ctx: Context, actor: Actor, id: number): Promise<NotificationRecord> {
  return toRecord(ctx, await requireNotification(ctx, ctx.db.read, actor, id))
}

export function setSeen(ctx: Context, actor: Actor, id: number, isSeen: 0 | 1): Promise<NotificationRecord> {
  return change(ctx, actor, async (work) => {
    const before = await requireNotification(ctx, work.db, actor, id)
    if (before.is_ack === isSeen) return toRecord(ctx, before)
    await repo.setSeen(work.db, { id, userid: actor.userid, is_ack: isSeen })
    await note(work, actor, 'updated', {
      notification: { after: id },
      is_ack: { before: before.is_ack, after: isSeen },
    })
    return toRecord(ctx, { ...before, is_ack: isSeen })
  })
}

export function setAllSeen(ctx: Context, actor: Actor, isSeen: 0 | 1): Promise<void> {
  return change(ctx, actor, async (work) => {
    const changed = await repo.setAllSeen(work.db, { ...whoOf(actor), is_ack: isSeen, now: work.at })
    if (changed.length === 0) return
    await note(work, actor, 'updated', { notifications: { after: changed.length }, is_ack: { after: isSeen } })
  })
}

/** Deleting a missing notification is a no-op. */
export function removeNotification(ctx: Context, actor: Actor, id: number): Promise<void> {
  return change(ctx, actor, async (work) => {
    const removed = await repo.remove(work.db, { id, userid: actor.userid })
    if (removed.length > 0) await note(work, actor, 'deleted', { notification: { before: id } })
  })
}

export function removeAllNotifications(ctx: Context, actor: Actor): Promise<void> {
  return change(ctx, actor, async (work) => {
    const removed = await repo.removeAll(work.db, { userid: actor.userid, now: work.at })
    if (removed.length > 0) await note(work, actor, 'deleted', { notifications: { before: removed.length } })
  })
}

/** Like a pin: personal, and not sealed. */
function note(work: Change, { userid }: Actor, verb: 'updated' | 'deleted', changes: Changes): Promise<number> {
  work.tell(userid, 'notifications')
  return work.record({ chain: INSTANCE_CHAIN, subject: 'notification', subjectId: userid, verb, changes, seal: null })
}

function readerOf(ctx: Context, actor: Actor) {
  return { ...whoOf(actor), now: ctx.now() }
}

async function requireNotification(ctx: Context, db: Db, actor: Actor, id: number): Promise<repo.ToldRow> {
  const [row] = await repo.find(db, { ...readerOf(ctx, actor), id })
  if (!row) throw new NotFound('notification.not_found')
  return row
}

const PAGES = new Map(Object.entries(TYPE_NUMBER).map(([type, number]) => [number, kindOf(type as EntityType).page]))

function toNotification(ctx: Context, row: repo.ToldRow): Notification {
  const { TIMEZONE } = ctx.config
  const type = row.type ?? 0
  const page = `${PAGES.get(type)}.php`
  const about = { entity_id: row.entity_id ?? 0, entity_title: row.title ?? '' }
  const common = {
    id: row.id,
    is_ack: row.is_ack === 1 ? 1 : 0,
    created_at: wireTime(row.created_at, TIMEZONE),
    userid: row.userid,
  } as const
  switch (row.category) {
    case CATEGORY.newPerson:
    case CATEGORY.waitingPerson: {
      const body = { userid: row.from_userid, fullname: fullnameOf(row), team: row.team ?? '' }
      return { ...common, category: row.category, body }
    }
    case CATEGORY.deadline: {
      const deadline = row.deadline === null ? '' : wireTime(row.deadline, TIMEZONE)
      const body = { entity_page: page, ...about, step_id: row.step_id ?? 0, step: excerptOf(row.step), deadline }
      return { ...common, category: CATEGORY.deadline, body }
    }
    case CATEGORY.request: {
      const asked = {
        request_id: row.request_id ?? 0,
        requester_userid: row.from_userid,
        requester_fullname: fullnameOf(row),
        action: requestedName(row.action ?? 0),
        action_enum_value: row.action ?? 0,
      }
      const body = { entity_page: page, ...about, entity_type_value: type, ...asked }
      return { ...common, category: CATEGORY.request, body }
    }
    case CATEGORY.mention: {
      const by = { mentioner_userid: row.from_userid, mentioner_fullname: fullnameOf(row) }
      const where = { comment_id: row.comment_id, excerpt: mentionExcerpt(row) }
      return { ...common, category: CATEGORY.mention, body: { entity_page: page, ...about, ...by, ...where } }
    }
    case CATEGORY.followed: {
      const { kinds, count, since, author } = JSON.parse(row.details ?? '{}') as FollowedDetails
      const changes = Object.entries(kinds).map(([kind, times]) => ({ kind: kind as ChangeKind, count: times }))
      const by = { userid: author, fullname: author === null ? '' : fullnameOf(row) }
      const told = { ...by, changes, count, since: wireTime(since, TIMEZONE) }
      const body = { entity_page: page, ...about, entity_type_value: type, ...told }
      return { ...common, category: CATEGORY.followed, body }
    }
    case CATEGORY.webhookOff: {
      const body = JSON.parse(row.details ?? '') as WebhookOffDetails
      return { ...common, category: CATEGORY.webhookOff, body }
    }
    case CATEGORY.jobFailed: {
      const body = { export: null, ...(JSON.parse(row.details ?? '') as JobFailedDetails) }
      return { ...common, category: CATEGORY.jobFailed, body }
    }
    case CATEGORY.exportReady: {
      const body = JSON.parse(row.details ?? '') as ExportReadyDetails
      return { ...common, category: CATEGORY.exportReady, body }
    }
    case CATEGORY.agentSilent: {
      const { last_seen_at, ...agent } = JSON.parse(row.details ?? '') as AgentSilentDetails
      const body = { ...agent, team: row.team ?? '', last_seen_at: wireTime(last_seen_at, TIMEZONE) }
      return { ...common, category: CATEGORY.agentSilent, body }
    }
    default: {
      const comment = {
        commenter_userid: row.from_userid,
        commenter_fullname: fullnameOf(row),
        comment_id: row.comment_id ?? 0,
        comment: excerptOf(row.comment),
      }
      return { ...common, category: CATEGORY.comment, body: { page, ...about, ...comment } }
    }
  }
}

function requestedName(action: number): Requestable {
  const names = Object.keys(REQUESTABLE) as Requestable[]
  return names.find((name) => REQUESTABLE[name] === action) ?? 'review'
}

function toRecord(ctx: Context, row: repo.ToldRow): NotificationRecord {
  const { body, ...rest } = toNotification(ctx, row)
  const sentAt = row.email_sent_at
  return {
    ...rest,
    body: JSON.stringify(body),
    send_email: row.send_email === 1 ? 1 : 0,
    email_sent: sentAt === null ? 0 : 1,
    email_sent_at: sentAt === null ? null : wireTime(sentAt, ctx.config.TIMEZONE),
  }
}

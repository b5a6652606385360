import { setImmediate } from 'node:timers/promises'
import type { AuditEvent, AuditPage, AuditQuery } from '@aliquot/contract/audit'
import { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { Forbidden } from '../../errors.ts'
import { wireTime } from '../../lib/dates.ts'
import { foldText } from '../../lib/text.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { fullnameOf } from '../users/users.record.ts'
import * as repo from './audit.repo.ts'

const WINDOW = 5_000
const MOST_WINDOWS = 20

/**
 * A page of the journal, newest first. A rare filter would read the whole journal; so one request looks at a limited
 * number of events and says where to continue, and the page may be short or empty.
 */
export async function readAudit(ctx: Context, actor: Actor, query: AuditQuery): Promise<AuditPage> {
  if (!actor.isSysadmin) throw new Forbidden('instance.may_not_audit')
  const { read } = ctx.db
  const events: Unnamed[] = []
  let below = Math.min(query.before ?? Number.MAX_SAFE_INTEGER, (await repo.findLastId(read)) + 1)
  for (let window = 0; window < MOST_WINDOWS && below > 1; window++) {
    const from = Math.max(below - WINDOW, 1)
    const wanted = query.limit - events.length
    const rows = await repo.listWithin(read, { from, below }, { ...query, limit: wanted })
    for (const row of rows) {
      const event = toEvent(ctx, row)
      // All further events are older.
      if (query.from && event.at.slice(0, 10) < query.from) return { events: await named(events), next: null }
      if (isMeant(event, query)) events.push(event)
    }
    const last = rows.at(-1)
    // A full answer may leave part of the window unread.
    below = rows.length === wanted && last ? Number(last.id) : from
    if (events.length === query.limit) break
    await setImmediate()
  }
  return { events: await named(events), next: below > 1 ? below : null }

  async function named(found: readonly Unnamed[]): Promise<AuditEvent[]> {
    const ids = [...new Set(found.flatMap(({ entity_id }) => entity_id ?? []))]
    const entries = new Map((await repo.listEntries(read, whoOf(actor), ids)).map((entry) => [entry.id, entry]))
    return found.map((event) => {
      const entry = entries.get(event.entity_id ?? 0)
      return { ...event, entity_type: entry ? typeOf(entry.type) : null, entity_title: entry?.title ?? null }
    })
  }
}

/** An event before the entries of its page are looked up. */
type Unnamed = Omit<AuditEvent, 'entity_type' | 'entity_title'>

function typeOf(number: number): EntityType | null {
  return EntityType.options.find((type) => TYPE_NUMBER[type] === number) ?? null
}

function isMeant(event: Unnamed, { to, q }: AuditQuery): boolean {
  if (to && event.at.slice(0, 10) > to) return false
  if (!q) return true
  const { verb, subject, fields, via, address, fullname, reason, changes } = event
  return foldText([verb, subject, fields, via, address, fullname, reason, changes].join(' ')).includes(foldText(q))
}

function toEvent(ctx: Context, row: repo.AuditRow): Unnamed {
  const { id, at, chain, firstname, lastname, changes, ...rest } = row
  return {
    ...rest,
    id: Number(id),
    at: wireTime(at, ctx.config.TIMEZONE),
    fullname: firstname === null || lastname === null ? null : fullnameOf({ firstname, lastname }),
    entity_id: chain === 0 ? null : chain,
    changes: changes ?? null,
  }
}

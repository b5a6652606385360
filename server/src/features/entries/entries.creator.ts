import { randomUUID } from 'node:crypto'
import type { Actor } from '../../access/actor.ts'
import type { RightsCache } from '../../access/rights-cache.ts'
import type { Context } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { Forbidden, InvalidInput } from '../../errors.ts'
import { parseDate } from '../../lib/dates.ts'
import { type EntityKind, isTemplate } from './entries.types.ts'

declare module '../../context.ts' {
  interface Context {
    /** By person and team. */
    creators: RightsCache<string, Creator>
  }
}

export type Creator = Awaited<ReturnType<typeof findCreator>>[number]

/** The preferences of the person and the switches of the team, if the person may create entries of this kind. */
export async function requireCreator(db: Db, actor: Actor, kind: EntityKind): Promise<Creator> {
  const [creator] = await findCreator(db, { userid: actor.userid, team: actor.team })
  return allowedOnly(creator, actor, kind)
}

/** The same outside of a change, from the cache if it has them. */
export async function requireKnownCreator(ctx: Context, actor: Actor, kind: EntityKind): Promise<Creator> {
  const { db, creators } = ctx
  const { userid, team } = actor
  const key = `${userid} ${team}`
  const load = async () => (await findCreator(db.read, { userid, team }))[0]
  return allowedOnly(creators.recall(db, key) ?? (await creators.find(db, key, load)), actor, kind)
}

function allowedOnly(creator: Creator | undefined, actor: Actor, kind: EntityKind): Creator {
  if (!creator || (creator[kind.writeSwitch] === 0 && !actor.isAdmin)) {
    throw new Forbidden('entry.may_not_create', { type: kind.type })
  }
  return creator
}

const findCreator = prepared(
  (db: Db, p: { userid: number; team: number }) =>
    db
      .selectFrom('users as u')
      .innerJoin('teams as t', (join) => join.on('t.id', '=', p.team))
      .selectAll('t')
      .select('u.preferences')
      .where('u.userid', '=', p.userid),
  { isShort: true },
)

/** The date of a new entry and its permanent id. Templates have no id, and a date only if one is given. */
export function identity(
  kind: EntityKind,
  today: string,
  date?: string,
): { date: string | null; elabid: string | null } {
  if (isTemplate(kind)) return { date: date ?? null, elabid: null }
  return { date: date ?? today, elabid: `${today.replaceAll('-', '')}-${randomDigits()}` }
}

/** 40 hexadecimal digits. From UUIDs, because Node asks the system for the bytes of many of them at once. */
function randomDigits(): string {
  return `${randomUUID()}${randomUUID()}`.replaceAll('-', '').slice(0, 40)
}

export function requireDate(text: string): string {
  const date = parseDate(text.trim())
  if (date === undefined) throw new InvalidInput('field.not_date', { field: 'date' })
  return date
}

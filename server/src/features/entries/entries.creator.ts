import { randomUUID } from 'node:crypto'
import type { Actor } from '../../access/actor.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { Forbidden, InvalidInput } from '../../errors.ts'
import { parseDate } from '../../lib/dates.ts'
import { type EntityKind, isTemplate } from './entries.types.ts'

export type Creator = Awaited<ReturnType<typeof findCreator>>[number]

/** The preferences of the person and the switches of the team, if the person may create entries of this kind. */
export async function requireCreator(db: Db, actor: Actor, kind: EntityKind): Promise<Creator> {
  const [creator] = await findCreator(db, { userid: actor.userid, team: actor.team })
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

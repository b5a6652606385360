import type { ChangelogLine } from '@aliquot/contract/entities'
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import type { Changes, FieldChange, Json } from '../../journal/changes.ts'
import { wireTime } from '../../lib/dates.ts'
import { PROVENANCE } from './entries.types.ts'

export const MOST_LINES = 200
const MOST_BYTES = 4096
const MOST_POSITION = 2_147_483_647
const BODY_CHANGED = 'The main text was changed'
const TOO_LONG = 'The new value is too long to be shown here'

/** Fields that duplicate another one, or belong to another person. */
const UNSHOWN = new Set(['lockedby', 'locked_at', 'pins'])

/** The newest changes of an entry from the journal. A save that continues an earlier one is part of it. */
export async function changelogOf(
  db: Db,
  entityId: number,
  zone: string,
  /** Up to this position. */
  position = MOST_POSITION,
): Promise<ChangelogLine[]> {
  const events = await findEvents(db, { id: entityId, first: 0, last: position })
  return events.flatMap((event) => linesOf(event, zone)).slice(0, MOST_LINES)
}

/** The newest events from this position on. */
export function listEventsFrom(db: Db, entityId: number, first: number): Promise<ShownEvent[]> {
  return findEvents(db, { id: entityId, first, last: MOST_POSITION })
}

/** An event as the changelog shows it. */
interface ShownEvent {
  position: number
  hash: string
  at: string
  userid: number | null
  verb: string
  fields: string
  firstname: string | null
  lastname: string | null
  /** Null if they are long. */
  changes: string | null
}

export function linesOf(event: ShownEvent, zone: string): ChangelogLine[] {
  const created_at = wireTime(event.at, zone)
  const fullname = event.firstname === null ? '' : `${event.firstname} ${event.lastname}`
  const changes: Changes | null = event.changes === null ? null : JSON.parse(event.changes)
  const told = (event.verb === 'created' ? creationLines : changeLines)(event.fields, changes)
  return told.map(({ target, content }) => ({ created_at, target, content, fullname, userid: event.userid }))
}

type Told = Pick<ChangelogLine, 'target' | 'content'>

function changeLines(named: string, changes: Changes | null): Told[] {
  const fields = named.split(',')
  // A restored revision is shown by its number.
  const shown = fields.filter((name) => !UNSHOWN.has(name) && !(name === 'body' && fields.includes('restore')))
  return shown.flatMap((target) => contentsOf(target, changes?.[target]).map((content) => ({ target, content })))
}

/** What an entry can be created with, and the values that count as empty. */
const GIVEN: Readonly<Record<string, readonly Json[]>> = {
  title: ['Untitled', 'Default'],
  body: [],
  category: [],
  status: [],
  custom_id: [],
  rating: [0],
  metadata: [],
  hide_main_text: [0],
  tags: [],
}

/** The values given at creation and, as the oldest line, the creation itself. */
function creationLines(named: string, changes: Changes | null): Told[] {
  const after = (name: string) => {
    const change = changes?.[name]
    return change && 'after' in change ? change.after : undefined
  }
  const [type, id] = [after('created_from_type'), after('created_from_id')]
  const created = { target: 'created', content: type ? `Created from ${PROVENANCE[Number(type)]} ${id}` : 'Created' }
  // An entry made from another has all of its values; only the title may be its own.
  const names = type ? ['title'] : Object.keys(GIVEN)
  const fields = named.split(',').filter((name) => names.includes(name))
  // If the event is too long to read, only the long fields are certain to have been given.
  const given = fields.filter((name) =>
    changes === null ? name === 'body' || name === 'metadata' : !GIVEN[name]?.includes(after(name) ?? null),
  )
  return [...given.map((target) => ({ target, content: contentOf(target, changes?.[target]) })), created]
}

/** Changes of several files at once are shown one by one. */
function contentsOf(target: string, change: FieldChange | undefined): string[] {
  const told = target === 'uploads' && change && 'after' in change && change.after
  return Array.isArray(told) ? told.map(String) : [contentOf(target, change)]
}

function contentOf(target: string, change: FieldChange | undefined): string {
  if (target === 'body') return BODY_CHANGED
  if (change === undefined || 'hash' in change) return TOO_LONG
  return textOf(change.after)
}

function textOf(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join('|') : String(value)
}

// Long values are not loaded: their size is known without reading them.
const findEvents = prepared((db: Db, p: { id: number; first: number; last: number }) =>
  db
    .selectFrom('events as e')
    .leftJoin('users as u', 'u.userid', 'e.userid')
    .select(['e.position', 'e.hash', 'e.at', 'e.userid', 'e.verb', 'e.fields', 'u.firstname', 'u.lastname'])
    .select(
      sql<string | null>`case when octet_length(e.changes) <= ${sql.lit(MOST_BYTES)} then e.changes end`.as('changes'),
    )
    .where('e.chain', '=', p.id)
    .where('e.position', '>=', p.first)
    .where('e.position', '<=', p.last)
    .where('e.subject', '=', sql.lit('entity'))
    .where('e.continues', '=', sql.lit(0))
    .orderBy('e.position', 'desc')
    .limit(sql.lit(MOST_LINES)),
)

import type { ChangelogLine } from '@aliquot/contract/entities'
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import type { Changes, FieldChange, Json } from '../../journal/changes.ts'
import { wireTime } from '../../lib/dates.ts'

const MOST_LINES = 200
const MOST_BYTES = 4096
const MOST_POSITION = 2_147_483_647
const BODY_CHANGED = 'The main text was changed'
const TOO_LONG = 'The new value is too long to be shown here'

/** Fields that tell of the same thing as another one, or belong to somebody else. */
const UNSHOWN = new Set(['lockedby', 'locked_at', 'pins'])

/** The newest changes of an entry, as the journal tells them. Saves that go on with an earlier one are part of it. */
export async function changelogOf(
  db: Db,
  entityId: number,
  zone: string,
  /** Up to this one. */
  position = MOST_POSITION,
): Promise<ChangelogLine[]> {
  const events = await findEvents(db, { id: entityId, position })
  const lines: ChangelogLine[] = []
  for (const event of events) {
    const changes: Changes | null = event.changes === null ? null : JSON.parse(event.changes)
    const created_at = wireTime(event.at, zone)
    const fullname = event.firstname === null ? '' : `${event.firstname} ${event.lastname}`
    const fields = event.fields.split(',')
    for (const target of fields) {
      // Going back to a revision is told by its number.
      if (UNSHOWN.has(target) || (target === 'body' && fields.includes('restore'))) continue
      for (const content of contentsOf(target, changes?.[target])) {
        lines.push({ created_at, target, content, fullname, userid: event.userid })
        if (lines.length === MOST_LINES) return lines
      }
    }
  }
  return lines
}

/** What happens to files at once is told one by one. */
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

// Long values stay on the disk: their size is known without reading them.
const findEvents = prepared((db: Db, p: { id: number; position: number }) =>
  db
    .selectFrom('events as e')
    .leftJoin('users as u', 'u.userid', 'e.userid')
    .select(['e.at', 'e.userid', 'e.fields', 'u.firstname', 'u.lastname'])
    .select(
      sql<string | null>`case when octet_length(e.changes) <= ${sql.lit(MOST_BYTES)} then e.changes end`.as('changes'),
    )
    .where('e.chain', '=', p.id)
    .where('e.position', '<=', p.position)
    .where('e.subject', '=', sql.lit('entity'))
    .where('e.continues', '=', sql.lit(0))
    .where('e.verb', '!=', sql.lit('created'))
    .orderBy('e.position', 'desc')
    .limit(sql.lit(MOST_LINES)),
)

import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import { Unprocessable } from '../errors.ts'
import { type Author, type Happening, INSTANCE_CHAIN, type Subject } from '../journal/record.ts'

export const REASON_HEADER = 'X-Change-Reason'

/** What is said about an entry does not change it. */
const BESIDE: ReadonlySet<Subject> = new Set(['comment', 'request'])
const ASKED = ['action_requested', 'action_done']

/**
 * Refuses a change of an entry whose team wants to know why, from somebody who could have told and did not. What the
 * service does by itself, and what follows from changes elsewhere, needs no reason.
 */
export async function requireReason(db: Db, author: Author, happening: Happening): Promise<void> {
  const { chain, subject, changes } = happening
  if (author.reason !== null || chain === INSTANCE_CHAIN || BESIDE.has(subject)) return
  if (subject === 'entity' && Object.keys(changes).every((field) => ASKED.includes(field))) return
  const [team] = await findRule(db, { id: chain })
  if (team?.require_change_reason === 1) {
    throw new Unprocessable(`${REASON_HEADER}: this team wants to know why an entry is changed`)
  }
}

const findRule = prepared((db: Db, p: { id: number }) =>
  db
    .selectFrom('entities as e')
    .innerJoin('teams as t', 't.id', 'e.team')
    .select('t.require_change_reason')
    .where('e.id', '=', p.id),
)

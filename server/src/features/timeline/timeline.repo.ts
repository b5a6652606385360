import { type SelectQueryBuilder, sql } from 'kysely'
import { inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EventRow, Schema } from '../../db/schema.ts'

/** An event with its author. `changes` is null if they are too large for a list. */
export interface TimelineRow
  extends Pick<
    EventRow,
    'position' | 'at' | 'userid' | 'via' | 'subject' | 'subject_id' | 'verb' | 'fields' | 'continues' | 'reason'
  > {
  changes: string | null
  firstname: string | null
  lastname: string | null
}

const MOST_BYTES = 4096

type Events<O> = SelectQueryBuilder<Schema, 'events', O>

/** Saves of the main text that continue an earlier one. They have their own index. */
const saves = <O>(query: Events<O>): Events<O> =>
  query.where('subject', '=', sql.lit('entity')).where('continues', '=', sql.lit(1))

/** The continuing saves up to a position, newest first. */
export const listSaves = prepared((db: Db, p: { chain: number; upTo: number; most: number }) =>
  saves(inChain(db, p))
    .select('position')
    .where('position', '<=', p.upTo)
    .orderBy('position', 'desc')
    .limit(sql<number>`${p.most}`),
)

export const countSaves = prepared((db: Db, p: { chain: number; upTo: number }) =>
  saves(inChain(db, p)).select(sql<number>`count(*)`.as('total')).where('position', '<=', p.upTo),
)

export const findLength = prepared((db: Db, p: { chain: number }) =>
  db.selectFrom('chains').select('length').where('chain', '=', p.chain),
)

function inChain(db: Db, p: { chain: number }) {
  return db.selectFrom('events').where('chain', '=', p.chain)
}

/** The events at these positions, newest first. Large values are not loaded. */
export function listRows(db: Db, chain: number, positions: readonly number[]): Promise<TimelineRow[]> {
  const changes = sql<string | null>`case when octet_length(e.changes) <= ${sql.lit(MOST_BYTES)} then e.changes end`
  return withAuthor(db)
    .select(changes.as('changes'))
    .where('e.chain', '=', chain)
    .where('e.position', 'in', positions)
    .orderBy('e.position', 'desc')
    .execute()
}

/** One event with all its values. */
export const findRow = prepared((db: Db, p: { chain: number; position: number }) =>
  withAuthor(db).select('e.changes').where('e.chain', '=', p.chain).where('e.position', '=', p.position),
)

function withAuthor(db: Db) {
  return db
    .selectFrom('events as e')
    .leftJoin('users as u', 'u.userid', 'e.userid')
    .select([
      'e.position',
      'e.at',
      'e.userid',
      'e.via',
      'e.subject',
      'e.subject_id',
      'e.verb',
      'e.fields',
      'e.continues',
      'e.reason',
      'u.firstname',
      'u.lastname',
    ])
}

/** The last save that continues this line of the changelog, if any. */
export const findLastSave = prepared((db: Db, p: { chain: number; position: number }) =>
  saves(inChain(db, p))
    .select(['position', 'at'])
    .where('position', '>', p.position)
    .where('position', '<', (eb) =>
      eb
        .selectFrom('events as later')
        .select(sql<number>`coalesce(min(later.position), 2147483647)`.as('position'))
        .where('later.chain', '=', p.chain)
        .where('later.subject', '=', sql.lit('entity'))
        .where('later.continues', '=', sql.lit(0))
        .where('later.position', '>', p.position),
    )
    .orderBy('position', 'desc')
    .limit(1),
)

/** The events of a subject up to a position, newest first, without values: see `listChanges`. */
export interface Step {
  position: number
  fields: string
  bytes: number
}

interface StepsOf {
  chain: number
  position: number
  subject: string
  subjectId: number
  most: number
}

/** Saves of the main text, continuing ones included. */
export const listBodySteps = prepared((db: Db, p: StepsOf) =>
  stepsUpTo(db, p).where('subject', '=', sql.lit('entity')).where(namesBody, 'like', sql.lit('%,body,%')),
)

/** The lines of the entry's changelog. */
export const listEntitySteps = prepared((db: Db, p: StepsOf) =>
  stepsUpTo(db, p).where('subject', '=', sql.lit('entity')).where('continues', '=', sql.lit(0)),
)

/** The changes of one comment. */
export const listSubjectSteps = prepared((db: Db, p: StepsOf) =>
  stepsUpTo(db, p).where('subject', '=', p.subject).where('subject_id', '=', p.subjectId),
)

const namesBody = sql<string>`',' || fields || ','`

function stepsUpTo(db: Db, p: StepsOf) {
  return inChain(db, p)
    .select(['position', 'fields', sql<number>`octet_length(changes)`.as('bytes')])
    .where('position', '<=', p.position)
    .orderBy('position', 'desc')
    .limit(sql<number>`${p.most}`)
}

/** The whole changes of the events at these positions. */
export function listChanges(db: Db, chain: number, positions: readonly number[]) {
  return findChanges(db, { chain, positions: JSON.stringify(positions) })
}

const findChanges = prepared((db: Db, p: { chain: number; positions: string }, engine) =>
  inChain(db, p)
    .select(['position', 'changes'])
    .where(inNumbers(engine, sql.ref('position'), p.positions)),
)

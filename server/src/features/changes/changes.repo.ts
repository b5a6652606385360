import { type RawBuilder, sql } from 'kysely'
import type { StoredPrincipals } from '../../access/principals.ts'
import { allowed, type BASE, GRANT_KIND, OF_ENTRY, type Who } from '../../access/visibility.ts'
import { type Engine, inEventIds, inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow, EventRow } from '../../db/schema.ts'

/** An event as the feed needs it. */
export interface FeedEvent
  extends Pick<
    EventRow,
    'id' | 'chain' | 'position' | 'at' | 'userid' | 'subject' | 'subject_id' | 'verb' | 'fields' | 'hash'
  > {
  /** Only where the kind or the readers depend on them: they may be large. */
  changes: string | null
  firstname: string | null
  lastname: string | null
}

/** The events behind one, in order. */
export const listEvents = prepared((db: Db, p: { after: number; upTo: number; most: number }) =>
  feedEvents(db).where('e.id', '>', p.after).where('e.id', '<=', p.upTo).orderBy('e.id').limit(sql<number>`${p.most}`),
)

/** The events of one entry from a position on. */
export const listEventsOfEntry = prepared((db: Db, p: { chain: number; from: number; upTo: number; most: number }) =>
  feedEvents(db)
    .where('e.chain', '=', p.chain)
    .where('e.position', '>=', p.from)
    .where('e.id', '<=', p.upTo)
    .orderBy('e.position')
    .limit(sql<number>`${p.most}`),
)

export const listEventsById = prepared((db: Db, p: { ids: string }, engine) =>
  feedEvents(db)
    .where(inEventIds(engine, sql.ref('e.id'), p.ids))
    .orderBy('e.id'),
)

function feedEvents(db: Db) {
  // The event of a creation names the state, too, and has the whole text.
  const isDecided = sql<boolean>`(e.chain = 0 or (e.verb = 'updated' and ',' || e.fields || ',' like '%,state,%'))`
  return db
    .selectFrom('events as e')
    .leftJoin('users as u', 'u.userid', 'e.userid')
    .select([
      'e.id',
      'e.chain',
      'e.position',
      'e.at',
      'e.userid',
      'e.subject',
      'e.subject_id',
      'e.verb',
      'e.fields',
      'e.hash',
    ])
    .select(['u.firstname', 'u.lastname'])
    .select(sql<string | null>`case when ${isDecided} then e.changes end`.as('changes'))
}

/**
 * Events behind one that belong to no entry, in order. They are looked for among the events behind that one, which are
 * few, and not along the chain: a sum is in no index.
 */
export const listOtherEvents = prepared((db: Db, p: { after: number; most: number }) =>
  feedEvents(db)
    .where('e.id', '>', p.after)
    .where(sql<number>`e.chain + 0`, '=', sql.lit(0))
    .orderBy('e.id')
    .limit(sql<number>`${p.most}`),
)

/** The last event up to an id, which need not be that of an event. */
export const findLastUpTo = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('events').select('id').where('id', '<=', p.id).orderBy('id', 'desc').limit(1),
)

/** The same with its instant. */
export const findInstantUpTo = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('events').select(['id', 'at']).where('id', '<=', p.id).orderBy('id', 'desc').limit(1),
)

/** The first event of a stretch that is not older than an instant. */
export const findFirstSince = prepared((db: Db, p: { after: number; upTo: number; at: string }) =>
  db
    .selectFrom('events')
    .select('id')
    .where('id', '>', p.after)
    .where('id', '<=', p.upTo)
    .where('at', '>=', p.at)
    .orderBy('id')
    .limit(1),
)

export const listHashes = prepared((db: Db, p: { ids: string }, engine) =>
  db
    .selectFrom('events')
    .select(['id', 'hash'])
    .where(inEventIds(engine, sql.ref('id'), p.ids)),
)

export const findIdAt = prepared((db: Db, p: { chain: number; position: number }) =>
  db.selectFrom('events').select('id').where('chain', '=', p.chain).where('position', '=', p.position),
)

/** What the feed needs of an entry. */
export type StoredEntry = Pick<
  EntityRow,
  'id' | 'type' | 'team' | 'userid' | 'canread_base' | 'canread' | 'elabid' | 'title'
>

/** The same, and whether the person may read it now. */
export interface FeedEntry extends StoredEntry {
  isReadable: number
}

export const listEntries = prepared((db: Db, p: Who & { ids: string }, engine) =>
  storedEntries(db, p.ids, engine).select(
    sql<number>`case when ${allowed(engine, p, OF_ENTRY, 'read')} then 1 else 0 end`.as('isReadable'),
  ),
)

export const listStoredEntries = prepared((db: Db, p: { ids: string }, engine) => storedEntries(db, p.ids, engine))

function storedEntries(db: Db, ids: string, engine: Engine) {
  return db
    .selectFrom('entities as e')
    .select(['e.id', 'e.type', 'e.team', 'e.userid', 'e.canread_base', 'e.canread', 'e.elabid', 'e.title'])
    .where(inNumbers(engine, sql.ref('e.id'), ids))
}

/** The changes of access within some events. */
export const listAccessWithin = prepared((db: Db, p: { after: number; upTo: number }) =>
  db
    .selectFrom('access_before')
    .select(['entity_id', 'event_id'])
    .where('event_id', '>', p.after)
    .where('event_id', '<=', p.upTo),
)

/** The access of these entries at the event and later, as far as it was another one, oldest first. */
export const listAccessFrom = prepared((db: Db, p: { ids: string; from: number }, engine) =>
  db
    .selectFrom('access_before')
    .selectAll()
    .where(inNumbers(engine, sql.ref('entity_id'), p.ids))
    .where('event_id', '>=', p.from)
    .orderBy('entity_id')
    .orderBy('event_id'),
)

/** The access that changed lately: few rows, whatever the entries. */
export const listAccessAfter = prepared((db: Db, p: { after: number; most: number }) =>
  db
    .selectFrom('access_before')
    .selectAll()
    .where('event_id', '>', p.after)
    .orderBy('event_id')
    .orderBy('entity_id')
    .limit(sql<number>`${p.most}`),
)

/** The entries whose access changed after an event. */
export const listEntriesChangedAfter = prepared((db: Db, p: { after: number; most: number }) =>
  db
    .selectFrom('access_before')
    .select('entity_id')
    .where('event_id', '>', p.after)
    .orderBy('event_id')
    .orderBy('entity_id')
    .limit(sql<number>`${p.most}`),
)

/** The entries behind one whose access ever changed, in order, with the events. */
export const listChangedEntries = prepared((db: Db, p: { after: number; most: number }) =>
  db
    .selectFrom('access_before')
    .select(['entity_id', 'event_id'])
    .where('entity_id', '>', p.after)
    .orderBy('entity_id')
    .orderBy('event_id')
    .limit(sql<number>`${p.most}`),
)

export type PrincipalsRow = StoredPrincipals & { event_id: number }

/** The names of a person at an event: the last row up to it. */
export const findPrincipalsAt = prepared((db: Db, p: { userid: number; at: number }) =>
  db
    .selectFrom('principals_since')
    .selectAll()
    .where('userid', '=', p.userid)
    .where('event_id', '<=', p.at)
    .orderBy('event_id', 'desc')
    .limit(1),
)

/** The later changes of them, oldest first. */
export const listPrincipalsAfter = prepared((db: Db, p: { userid: number; after: number; most: number }) =>
  db
    .selectFrom('principals_since')
    .selectAll()
    .where('userid', '=', p.userid)
    .where('event_id', '>', p.after)
    .orderBy('event_id')
    .limit(sql<number>`${p.most}`),
)

/** The first events of these entries. */
export const listBeginnings = prepared((db: Db, p: { ids: string }, engine) =>
  db
    .selectFrom('events')
    .select(['chain', 'id'])
    .where(inNumbers(engine, sql.ref('chain'), p.ids))
    .where('position', '=', sql.lit(1)),
)

/** What somebody gains or loses with a membership or a group. */
export interface Concerned {
  teams: readonly number[]
  teamgroups: readonly number[]
  /** Entries of this team with one of these base levels. */
  ofTeam?: { team: number; bases: readonly (typeof BASE)['team' | 'user'][] }
}

const TYPES = [1, 2, 3, 4]
const STATES = [1, 2, 3]

/** Behind an entry: the entries that now concern such a change, in order, a list for each index. */
export async function listConcerned(
  db: Db,
  { teams, teamgroups, ofTeam }: Concerned,
  after: number,
  most: number,
): Promise<number[][]> {
  const queries: RawBuilder<unknown>[] = []
  const ofGrantee = (kind: number) => (grantee: number) =>
    queries.push(sql`select entity_id as id from entity_grants
      where kind = ${kind} and grantee = ${grantee} and access = 1 and entity_id > ${after} order by entity_id limit ${most}`)
  teams.forEach(ofGrantee(GRANT_KIND.teams))
  teamgroups.forEach(ofGrantee(GRANT_KIND.teamgroups))
  for (const base of ofTeam?.bases ?? []) {
    for (const type of TYPES) {
      for (const state of STATES) {
        queries.push(sql`select id from entities where type = ${type} and team = ${ofTeam?.team} and state = ${state}
          and canread_base = ${base} and id > ${after} order by id limit ${most}`)
      }
    }
  }
  const lists: number[][] = []
  for (const query of queries) {
    const { rows } = await (query as RawBuilder<{ id: number }>).execute(db)
    lists.push(rows.map(({ id }) => id))
  }
  return lists
}

/** The teams of these labels or tags. */
export const listTeams = {
  label: teamsIn('labels'),
  tag: teamsIn('tags'),
}

function teamsIn(table: 'labels' | 'tags') {
  return prepared((db: Db, p: { ids: string }, engine: Engine) =>
    db
      .selectFrom(table)
      .select(['id', 'team'])
      .where(inNumbers(engine, sql.ref('id'), p.ids)),
  )
}

/** The new version of a file, if it was added by the event at this position. */
export const findReplacement = prepared((db: Db, p: { chain: number; position: number; replaced: number }) =>
  db
    .selectFrom('events as e')
    .innerJoin('uploads as u', 'u.id', 'e.subject_id')
    .select('u.id')
    .where('e.chain', '=', p.chain)
    .where('e.position', '=', p.position)
    .where('e.subject', '=', sql.lit('upload'))
    .where('u.replaces', '=', p.replaced),
)

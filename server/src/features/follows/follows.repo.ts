import { sql } from 'kysely'
import { type StoredPrincipals, selectPrincipals } from '../../access/principals.ts'
import { allowed, OF_ENTRY, type Who } from '../../access/visibility.ts'
import { inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

interface Key {
  entity: number
  userid: number
}

export const find = prepared((db: Db, p: Key) =>
  db.selectFrom('follows').select('created_at').where('entity_id', '=', p.entity).where('userid', '=', p.userid),
)

/** Returns nothing if they follow it already. */
export const insert = prepared((db: Db, p: Key & { at: string }) =>
  db
    .insertInto('follows')
    .columns(['entity_id', 'userid', 'since', 'created_at'])
    .expression(
      db
        .selectFrom('users as u')
        .select([
          sql<number>`cast(${p.entity} as integer)`.as('entity_id'),
          'u.userid',
          sql<number>`(select coalesce(max(id), 0) from events)`.as('since'),
          sql<string>`cast(${p.at} as text)`.as('created_at'),
        ])
        .where('u.userid', '=', p.userid),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('userid'),
)

export const remove = prepared((db: Db, p: Key) =>
  db.deleteFrom('follows').where('entity_id', '=', p.entity).where('userid', '=', p.userid).returning('userid'),
)

type Page = Who & { limit: number; offset: number }

/** The entries that a person follows and may read, those that they followed last first. */
export const listOf = prepared((db: Db, p: Page, engine) =>
  db
    .selectFrom('follows as f')
    .innerJoin('entities as e', 'e.id', 'f.entity_id')
    .select(['e.id', 'e.type', 'e.elabid', 'e.title', 'f.created_at'])
    .where('f.userid', '=', p.userid)
    .where(allowed(engine, p, OF_ENTRY, 'read'))
    .orderBy('f.created_at', 'desc')
    .orderBy('f.entity_id', 'desc')
    .limit(sql<number>`${p.limit}`)
    .offset(sql<number>`${p.offset}`),
)

export const countOf = prepared((db: Db, p: Who, engine) =>
  db
    .selectFrom('follows as f')
    .innerJoin('entities as e', 'e.id', 'f.entity_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('f.userid', '=', p.userid)
    .where(allowed(engine, p, OF_ENTRY, 'read')),
)

/** One row, if anybody follows anything. */
export const hasAny = prepared((db: Db, _: Record<never, never>) => db.selectFrom('follows').select('userid').limit(1))

/** The last event before anybody followed anything. Reads the whole table. */
export const findFirstSince = prepared((db: Db, _: Record<never, never>) =>
  db.selectFrom('follows').select((eb) => eb.fn.min<number | null>('since').as('since')),
)

/** The events of followed entries within a stretch: one look at the key of `follows` for each event of an entry. */
export const listFollowedEvents = prepared((db: Db, p: { after: number; upTo: number; most: number }) =>
  db
    .selectFrom('events as e')
    .select('e.id')
    .where('e.id', '>', p.after)
    .where('e.id', '<=', p.upTo)
    .where((eb) =>
      eb.exists(eb.selectFrom('follows as f').select('f.userid').whereRef('f.entity_id', '=', sql.ref('e.chain'))),
    )
    .orderBy('e.id')
    .limit(sql<number>`${p.most}`),
)

/** Somebody who follows an entry, with what decides whether they may read it. */
export interface Follower extends StoredPrincipals {
  entity_id: number
  since: number
  preferences: string
}

export const listFollowers = prepared((db: Db, p: { entities: string }, engine) =>
  selectPrincipals(db, engine)
    .innerJoin('follows as f', 'f.userid', 'u.userid')
    .select(['f.entity_id', 'f.since', 'u.preferences'])
    .where(inNumbers(engine, sql.ref('f.entity_id'), p.entities)),
)

const PLACE = 1

export const findPlace = prepared((db: Db, _: Record<never, never>) =>
  db.selectFrom('follow_place').select('position').where('id', '=', sql.lit(PLACE)),
)

/** The first place; nothing if another process was faster. */
export const insertPlace = prepared((db: Db, p: { position: number }) =>
  db
    .insertInto('follow_place')
    .values({ id: sql.lit(PLACE), position: p.position })
    .onConflict((conflict) => conflict.doNothing())
    .returning('position'),
)

/** Returns nothing if another process has moved it: then that one has told of these events. */
export const movePlace = prepared((db: Db, p: { from: number; to: number }) =>
  db
    .updateTable('follow_place')
    .set({ position: p.to })
    .where('id', '=', sql.lit(PLACE))
    .where('position', '=', p.from)
    .returning('position'),
)

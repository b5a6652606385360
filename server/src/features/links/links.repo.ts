import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { allowed, BASE, OF_ENTRY, type Who } from '../../access/visibility.ts'
import { anyOf, type Engine, engineOf, inNumbers, lockRow, nullsAreSmall } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { STATE } from '../entries/entries.types.ts'

/** The entry at the other end of a link. */
export interface LinkedRow
  extends Pick<EntityRow, 'id' | 'type' | 'title' | 'custom_id' | 'elabid' | 'state' | 'category' | 'status'> {
  is_bookable: number | null
  category_title: string | null
  category_color: string | null
  status_title: string | null
  status_color: string | null
}

type Asked = Who & { id: number }

/** The link targets of an entry that the person may read and that are not deleted. */
export const listTargets = prepared((db: Db, p: Asked, engine) =>
  linked(db, p, engine, sql`select target_id as id from entity_links where entity_id = ${p.id}`),
)

/** A linked entry without the names of its labels, with its sort columns. */
export type EndRow = Omit<LinkedRow, `${'category' | 'status'}_${string}`> & Pick<EntityRow, 'date'>

/** Those of these entries that the person may read, deleted ones included, newest first. */
export const listEnds = prepared((db: Db, p: Who & { ids: string }, engine) => {
  const query = sql`
    select e.id, e.type, e.title, e.custom_id, e.elabid, e.state, e.category, e.status, e.date, r.is_bookable
    from entities as e left join resource_settings as r on r.entity_id = e.id
    where e.type in (1, 2) and ${inNumbers(engine, sql.ref('e.id'), p.ids)} and ${isReadable(p, engine)}
    order by e.id desc`
  return { compile: () => query.compile(db) as CompiledQuery<EndRow> }
})

/** The most backlinks to check, and the most readable ones to show: the newest. */
export const MOST_LOOKED_AT = 10_000
export const MOST_TOLD = 500

/** The entries that link to one, up to a limit: every experiment of a lab may name the same resource. */
export const listSources = prepared((db: Db, p: Asked, engine) => {
  const newest = sql`
    select entity_id from entity_links where target_id = ${p.id}
    order by entity_id desc limit ${sql.lit(MOST_LOOKED_AT)}`
  const told = sql`
    select e.id from (${newest}) as l join entities as e on e.id = l.entity_id
    where e.type in (1, 2) and ${isShown(p, engine)} order by e.id desc limit ${sql.lit(MOST_TOLD)}`
  return linked(db, p, engine, told)
})

function linked(db: Db, p: Who, engine: Engine, ids: RawBuilder<unknown>) {
  const small = nullsAreSmall(engine, 'asc')
  const query = sql`
    select e.id, e.type, e.title, e.custom_id, e.elabid, e.state, e.category, e.status, r.is_bookable,
      c.title as category_title, c.color as category_color, s.title as status_title, s.color as status_color
    from (${ids}) as l
    join entities as e on e.id = l.id
    left join resource_settings as r on r.entity_id = e.id
    left join labels as c on c.id = e.category
    left join labels as s on s.id = e.status
    where ${isShown(p, engine)}
    order by c.title ${small}, e.date ${small}, e.title, e.id`
  return { compile: () => query.compile(db) as CompiledQuery<LinkedRow> }
}

function isShown(p: Who, engine: Engine): RawBuilder<unknown> {
  return sql`e.state in (1, 2) and ${isReadable(p, engine)}`
}

function isReadable(p: Who, engine: Engine): RawBuilder<unknown> {
  return allowed(engine, p, OF_ENTRY, 'read')
}

/** The link targets of an entry that are open to everyone. */
export const listOpenTargets = prepared((db: Db, p: { entity: number }) =>
  db
    .selectFrom('entity_links as l')
    .innerJoin('entities as e', 'e.id', 'l.target_id')
    .select(['e.id', 'e.type', 'e.title'])
    .where('l.entity_id', '=', p.entity)
    .where('e.state', '=', STATE.normal)
    .where('e.canread_base', '=', BASE.full)
    .orderBy('e.id')
    .limit(MOST_TOLD),
)

export const count = prepared((db: Db, p: { entity: number }) =>
  db
    .selectFrom('entity_links')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('entity_id', '=', p.entity),
)

export const listTargetIds = prepared((db: Db, p: { entity: number }) =>
  db.selectFrom('entity_links').select('target_id as id').where('entity_id', '=', p.entity).orderBy('target_id'),
)

/** Returns the link if it is new. */
export const insert = prepared((db: Db, p: { entity: number; target: number }) =>
  db
    .insertInto('entity_links')
    .values({ entity_id: p.entity, target_id: p.target })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll(),
)

export const remove = prepared((db: Db, p: { entity: number; target: number }) =>
  db.deleteFrom('entity_links').where('entity_id', '=', p.entity).where('target_id', '=', p.target).returningAll(),
)

/** The targets of one entry that another lacks, with their types. Neither entry itself is included. */
export const listMissing = prepared((db: Db, p: { from: number; to: number }) =>
  db
    .selectFrom('entity_links as l')
    .innerJoin('entities as e', 'e.id', 'l.target_id')
    .select(['e.id', 'e.type'])
    .where('l.entity_id', '=', p.from)
    .where('l.target_id', '<>', p.to)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('entity_links as own')
            .select('own.entity_id')
            .where('own.entity_id', '=', p.to)
            .whereRef('own.target_id', '=', 'l.target_id'),
        ),
      ),
    )
    .orderBy('e.id'),
)

/**
 * Locks an entry before links to it are added or removed, so that columns derived from them are not computed
 * concurrently.
 */
export const hold = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('entities').select(['id', 'type']).where('id', '=', p.id)),
)

export async function holdAll(db: Db, ids: readonly number[]): Promise<void> {
  const engine = engineOf(db)
  const query = db
    .selectFrom('entities')
    .select('id')
    .where((eb) => anyOf(engine, eb.ref('id'), ids))
    .orderBy('id')
  await lockRow(engine, query).execute()
}

export async function markLinked(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('entities')
    .set({ is_linked: 1 })
    .where('is_linked', '=', 0)
    .where((eb) => anyOf(engineOf(db), eb.ref('id'), ids))
    .execute()
}

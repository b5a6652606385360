import { sql } from 'kysely'
import { lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityChange, EntityRow, NewEntity } from '../../db/schema.ts'

/** The whole row, without its main text. */
export const find = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('entities').selectAll().where('id', '=', p.id),
)

/** The same, locked until the end of the transaction. */
export const holdRow = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('entities').selectAll().where('id', '=', p.id)),
)

export function insert(db: Db, entity: NewEntity): Promise<EntityRow> {
  return db.insertInto('entities').values(entity).returningAll().executeTakeFirstOrThrow()
}

export async function update(db: Db, id: number, change: EntityChange): Promise<void> {
  await db.updateTable('entities').set(change).where('id', '=', id).execute()
}

export const findBody = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('bodies').select(['body', 'deltas']).where('entity_id', '=', p.id),
)

export const putBody = prepared((db: Db, p: { id: number; body: string; deltas: number }) =>
  db
    .insertInto('bodies')
    .values({ entity_id: p.id, body: p.body, deltas: p.deltas })
    .onConflict((conflict) =>
      conflict
        .column('entity_id')
        .doUpdateSet((eb) => ({ body: eb.ref('excluded.body'), deltas: eb.ref('excluded.deltas') })),
    ),
)

export const removeBody = prepared((db: Db, p: { id: number }) => db.deleteFrom('bodies').where('entity_id', '=', p.id))

export const removeGrants = prepared((db: Db, p: { id: number; access: number }) =>
  db.deleteFrom('entity_grants').where('entity_id', '=', p.id).where('access', '=', p.access),
)

export async function insertGrants(
  db: Db,
  grants: readonly { entity_id: number; access: number; kind: number; grantee: number }[],
): Promise<void> {
  if (grants.length > 0) await db.insertInto('entity_grants').values(grants).execute()
}

export const listTags = prepared((db: Db, p: { id: number }) =>
  db
    .selectFrom('entity_tags as e')
    .innerJoin('tags as t', 't.id', 'e.tag_id')
    .select(['t.id', 't.tag'])
    .where('e.entity_id', '=', p.id)
    .orderBy('t.id'),
)

/** The event that starts the newest line of the entry's changelog. */
export const findLineStart = prepared((db: Db, p: { id: number }) =>
  db
    .selectFrom('events')
    .select(['at', 'userid', 'verb', 'fields'])
    .where('chain', '=', p.id)
    .where('subject', '=', sql.lit('entity'))
    .where('continues', '=', sql.lit(0))
    .orderBy('position', 'desc')
    .limit(1),
)

import { sql } from 'kysely'
import { lockRow } from '../../db/dialect.ts'
import { prepared, preparedInsert } from '../../db/prepared.ts'
import { preparedByColumns } from '../../db/prepared-by-columns.ts'
import type { Db, EntityChange, EntityGrantRow, EntityRow, NewEntity } from '../../db/schema.ts'
import { type ListedColumns, listedColumns } from './entries.permissions.ts'

/** The whole row, without its main text. */
export const find = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('entities').selectAll().where('id', '=', p.id),
)

/** The same, locked until the end of the transaction. */
export const holdRow = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('entities').selectAll().where('id', '=', p.id)),
)

/** Returns the whole row. Reading it back would make SQLite keep a copy of every page that the insert alters. */
export async function insert(db: Db, { id, ...given }: NewEntity): Promise<EntityRow> {
  const row = newRow(given)
  if (id === undefined) return { id: await insertRow(db, row), ...row }
  await insertAs(db, { id, ...row })
  return { id, ...row }
}

/** An id that nothing else will get: see `passIds`. */
const insertAs = prepared((db: Db, p: NewEntity & { id: number }) =>
  db.insertInto('entities').values({ id: p.id, ...newRow(p) }),
)

const insertRow = preparedInsert((db: Db, p: Omit<NewEntity, 'id'>) => db.insertInto('entities').values(newRow(p)))

/** All columns, in the order of the table: the journal and the changelog of a creation have them in this order. */
function newRow(given: Omit<NewEntity, 'id'>): Omit<EntityRow, 'id'> {
  return {
    type: given.type,
    team: given.team,
    userid: given.userid,
    title: given.title,
    title_key: given.title_key,
    date: given.date ?? null,
    elabid: given.elabid ?? null,
    custom_id: given.custom_id ?? null,
    rating: given.rating,
    state: given.state,
    content_type: given.content_type,
    hide_main_text: given.hide_main_text,
    category: given.category ?? null,
    status: given.status ?? null,
    canread_base: given.canread_base,
    canwrite_base: given.canwrite_base,
    canread: given.canread,
    canwrite: given.canwrite,
    canread_is_immutable: given.canread_is_immutable,
    canwrite_is_immutable: given.canwrite_is_immutable,
    locked: given.locked,
    lockedby: given.lockedby ?? null,
    locked_at: given.locked_at ?? null,
    timestamped: given.timestamped,
    timestampedby: given.timestampedby ?? null,
    timestamped_at: given.timestamped_at ?? null,
    access_key: given.access_key ?? null,
    created_from_type: given.created_from_type ?? null,
    created_from_id: given.created_from_id ?? null,
    created_at: given.created_at,
    modified_at: given.modified_at,
    lastchangeby: given.lastchangeby ?? null,
    recent_comment_at: given.recent_comment_at ?? null,
    version: given.version,
    body_hash: given.body_hash ?? null,
    metadata: given.metadata ?? null,
    has_steps: given.has_steps ?? 0,
    next_step_id: given.next_step_id ?? null,
    has_links: given.has_links ?? 0,
    is_linked: given.is_linked ?? 0,
    has_requests: given.has_requests ?? 0,
    files: given.files ?? 0,
  }
}

const setColumns = preparedByColumns((db: Db, p: { id: number }, change: EntityChange) =>
  db.updateTable('entities').set(change).where('id', '=', p.id),
)

export function update(db: Db, id: number, change: EntityChange): Promise<void> {
  return setColumns(db, { id }, change)
}

export const findBody = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('bodies').select(['body', 'deltas']).where('entity_id', '=', p.id),
)

export const putBody = prepared(
  (db: Db, p: { id: number; body: string; deltas: number }) =>
    db
      .insertInto('bodies')
      .values({ entity_id: p.id, body: p.body, deltas: p.deltas })
      .onConflict((conflict) =>
        conflict
          .column('entity_id')
          .doUpdateSet((eb) => ({ body: eb.ref('excluded.body'), deltas: eb.ref('excluded.deltas') })),
      ),
  { isUnanswered: true },
)

export const removeBody = prepared((db: Db, p: { id: number }) => db.deleteFrom('bodies').where('entity_id', '=', p.id))

export const removeGrants = prepared((db: Db, p: { id: number; access: number }) =>
  db.deleteFrom('entity_grants').where('entity_id', '=', p.id).where('access', '=', p.access),
)

export async function insertGrants(db: Db, grants: readonly EntityGrantRow[]): Promise<void> {
  if (grants.length > 0) await db.insertInto('entity_grants').values(grants).execute()
}

/** Call this after one of the columns was changed that the grants of an entry repeat. */
export const moveGrants = prepared(
  (db: Db, p: { id: number } & ListedColumns) =>
    db.updateTable('entity_grants').set(listedColumns(p)).where('entity_id', '=', p.id),
  { isUnanswered: true },
)

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

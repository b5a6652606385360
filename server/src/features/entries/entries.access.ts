import type { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import { type Guarded, isAllowed, isHeldByLock } from '../../access/visibility.ts'
import { connectionOf } from '../../db/connection.ts'
import { lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { Forbidden, NotFound } from '../../errors.ts'

/** The type numbers of the API. */
export const TYPE_NUMBER: Readonly<Record<EntityType, number>> = {
  experiments: 1,
  items: 2,
  experiments_templates: 3,
  items_types: 4,
}

/** The columns of an entry that decide what may happen to it. */
export type EntryHead = Pick<
  EntityRow,
  | 'id'
  | 'type'
  | 'team'
  | 'userid'
  | 'state'
  | 'canread_base'
  | 'canwrite_base'
  | 'locked'
  | 'lockedby'
  | 'version'
  | 'recent_comment_at'
>

const HEAD = [
  'id',
  'type',
  'team',
  'userid',
  'state',
  'canread_base',
  'canwrite_base',
  'locked',
  'lockedby',
  'version',
  'recent_comment_at',
] as const

/** The entry, if it exists and the actor may read it. */
export async function requireReadable(db: Db, actor: Actor, type: EntityType, id: number): Promise<EntryHead> {
  const [entry] = await findHead(db, { id, type: TYPE_NUMBER[type] })
  return requireRead(db, actor, entry)
}

/** The same, locked until the end of the transaction. */
export async function holdReadable(db: Db, actor: Actor, type: EntityType, id: number): Promise<EntryHead> {
  const [entry] = await (isHeld(db, id) ? findHead : findHeadHeld)(db, { id, type: TYPE_NUMBER[type] })
  return requireRead(db, actor, entry)
}

/** The whole row without its main text, if the actor may read it; locked until the end of the transaction. */
export async function holdEntity(db: Db, actor: Actor, type: EntityType, id: number): Promise<EntityRow> {
  const [entry] = await (isHeld(db, id) ? findRow : findRowHeld)(db, { id, type: TYPE_NUMBER[type] })
  return requireRead(db, actor, entry)
}

/** A shared transaction locks the entries of its changes first. */
function isHeld(db: Db, id: number): boolean {
  return connectionOf(db)?.together?.entry === id
}

/** Refuses if the actor may not change an entry that they can read. */
export async function requireWritable(db: Db, actor: Actor, entry: EntryHead): Promise<void> {
  if (isHeldByLock(actor, entry)) throw new Forbidden('entry.locked')
  if (!(await isAllowed(db, actor, entry, 'write'))) throw new Forbidden('entry.may_not_change')
}

/** Returns an entry that was already looked up, if it exists and the actor may read it. */
export async function requireRead<E extends Guarded>(db: Db, actor: Actor, entry: E | undefined): Promise<E> {
  if (!entry) throw new NotFound('entry.not_found')
  if (!(await isAllowed(db, actor, entry, 'read'))) throw new Forbidden('entry.may_not_read')
  return entry
}

const findHead = prepared(
  (db: Db, p: { id: number; type: number }) =>
    db.selectFrom('entities').select(HEAD).where('id', '=', p.id).where('type', '=', p.type),
  { isShort: true },
)

const findHeadHeld = prepared((db: Db, p: { id: number; type: number }, engine) =>
  lockRow(engine, db.selectFrom('entities').select(HEAD).where('id', '=', p.id).where('type', '=', p.type)),
)

const findRow = prepared((db: Db, p: { id: number; type: number }) =>
  db.selectFrom('entities').selectAll().where('id', '=', p.id).where('type', '=', p.type),
)

const findRowHeld = prepared((db: Db, p: { id: number; type: number }, engine) =>
  lockRow(engine, db.selectFrom('entities').selectAll().where('id', '=', p.id).where('type', '=', p.type)),
)

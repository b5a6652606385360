import { type SqlBool, sql, type Updateable } from 'kysely'
import { GUARDED } from '../../access/entry-filter.ts'
import { allowed, type Who } from '../../access/visibility.ts'
import { amongFew, engineOf, jsonValues, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow, ImportEntryRow, ImportRow, Schema } from '../../db/schema.ts'

type NewImport = Pick<
  ImportRow,
  | ('userid' | 'team' | 'owner' | 'name' | 'format' | 'bytes' | 'options' | 'phase' | 'state' | 'archive')
  | ('via' | 'address' | 'process' | 'expires_at')
> & { at: string }

export function insert(db: Db, { at, ...values }: NewImport): Promise<ImportRow> {
  return db
    .insertInto('imports')
    .values({ ...values, total: null, undone_by: null, preview: null, error: null, created_at: at, modified_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const find = prepared((db: Db, p: { id: number }) => db.selectFrom('imports').selectAll().where('id', '=', p.id))

/** Locked until the end of the transaction. */
export const hold = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('imports').selectAll().where('id', '=', p.id)),
)

export function update(db: Db, id: number, set: Updateable<Schema['imports']>): Promise<ImportRow> {
  return db.updateTable('imports').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** What one entry adds to the counts of an import. */
export interface Advance {
  id: number
  at: string
  phase: string
  done: number
  made: number
  skipped: number
  refused: number
  removed: number
  kept: number
  warnings: number
}

/** Counts an entry, and returns nothing if the import does not run any more. It is locked from here on. */
export const advance = prepared((db: Db, p: Advance) =>
  db
    .updateTable('imports')
    .set((eb) => ({
      modified_at: p.at,
      done: eb('done', '+', p.done),
      made: eb('made', '+', p.made),
      skipped: eb('skipped', '+', p.skipped),
      refused: eb('refused', '+', p.refused),
      removed: eb('removed', '+', p.removed),
      kept: eb('kept', '+', p.kept),
      warnings: eb('warnings', '+', p.warnings),
    }))
    .where('id', '=', p.id)
    .where('state', '=', 'running')
    .where('phase', '=', p.phase)
    .returning('id'),
)

/** The same for what changes nothing but how far it is. */
export const setProgress = prepared((db: Db, p: { id: number; at: string; done: number; total: number | null }) =>
  db
    .updateTable('imports')
    .set({ done: p.done, total: p.total, modified_at: p.at })
    .where('id', '=', p.id)
    .where('state', '=', 'running')
    .returning('id'),
)

/** Shows that an import whose request waits is alive. */
export const renew = prepared((db: Db, p: { id: number; process: string; at: string }) =>
  db
    .updateTable('imports')
    .set({ modified_at: p.at })
    .where('id', '=', p.id)
    .where('state', '=', 'running')
    .where('process', '=', p.process),
)

export type NamedImport = ImportRow & { firstname: string; lastname: string }

const named = (db: Db) =>
  db
    .selectFrom('imports as i')
    .innerJoin('users as u', 'u.userid', 'i.userid')
    .selectAll('i')
    .select(['u.firstname', 'u.lastname'])

export const findNamed = prepared((db: Db, p: { id: number }) => named(db).where('i.id', '=', p.id))

interface Listed {
  team: number
  /** Undefined for those of everybody. */
  userid: number | undefined
}

export function list(db: Db, { team, userid }: Listed, { limit, offset }: { limit: number; offset: number }) {
  return named(db)
    .where('i.team', '=', team)
    .$if(userid !== undefined, (query) => query.where('i.userid', '=', userid ?? 0))
    .orderBy('i.id', 'desc')
    .$if(limit > 0, (query) => query.limit(limit).offset(offset))
    .execute()
}

export async function count(db: Db, { team, userid }: Listed): Promise<number> {
  const { total } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('team', '=', team)
    .$if(userid !== undefined, (query) => query.where('userid', '=', userid ?? 0))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Those of a person whose file is still kept. */
export const countKept = prepared((db: Db, p: { userid: number }) =>
  db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userid', '=', p.userid)
    .where('archive', 'is not', null),
)

export const findEntry = prepared((db: Db, p: { id: number; hash: string }) =>
  db
    .selectFrom('import_entries')
    .select(['number', 'outcome'])
    .where('import_id', '=', p.id)
    .where('key_hash', '=', p.hash),
)

export const insertEntry = prepared(
  (db: Db, p: ImportEntryRow) =>
    db.insertInto('import_entries').values({
      import_id: p.import_id,
      number: p.number,
      key_hash: p.key_hash,
      outcome: p.outcome,
      title: p.title,
      type: p.type,
      entity_id: p.entity_id,
      team: p.team,
      content_hash: p.content_hash,
      is_linked: p.is_linked,
      links: p.links,
      fields: p.fields,
      notes: p.notes,
    }),
  { isUnanswered: true },
)

/** What became of entries, with their present titles as far as the reader may read them. */
export function listEntries(
  db: Db,
  wanted: { id: number; who: Who; outcomes?: readonly string[]; isNoted?: boolean },
  { limit, offset }: { limit: number; offset: number },
) {
  const { id, who, outcomes, isNoted = false } = wanted
  const isOpen = sql<SqlBool>`(${allowed(engineOf(db), who, GUARDED, 'read')})`
  return db
    .selectFrom('import_entries as r')
    .leftJoin('entities', 'entities.id', 'r.entity_id')
    .selectAll('r')
    .select(sql<string | null>`case when ${isOpen} then entities.title end`.as('title_now'))
    .where('r.import_id', '=', id)
    .$if(outcomes !== undefined, (query) => query.where('r.outcome', 'in', [...(outcomes ?? [])]))
    .$if(isNoted, (query) => query.where('r.notes', 'is not', null))
    .orderBy('r.number')
    .$if(limit > 0, (query) => query.limit(limit).offset(offset))
    .execute()
}

export const countEntries = prepared((db: Db, p: { id: number }) =>
  db
    .selectFrom('import_entries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('import_id', '=', p.id),
)

/** The next entries that wait for others. */
export const listUnlinked = prepared((db: Db, p: { id: number; after: number; most: number }) =>
  db
    .selectFrom('import_entries')
    .selectAll()
    .where('import_id', '=', p.id)
    .where('is_linked', '=', sql.lit(0))
    .where('number', '>', p.after)
    .orderBy('number')
    .limit(sql<number>`${p.most}`),
)

/** The next entries that were made and not undone. */
export const listMade = prepared((db: Db, p: { id: number; after: number; most: number }) =>
  db
    .selectFrom('import_entries')
    .selectAll()
    .where('import_id', '=', p.id)
    .where('outcome', '=', sql.lit('made'))
    .where('number', '>', p.after)
    .orderBy('number')
    .limit(sql<number>`${p.most}`),
)

export const listRefused = prepared((db: Db, p: { id: number }) =>
  db
    .selectFrom('import_entries')
    .select('notes')
    .where('import_id', '=', p.id)
    .where('outcome', '=', sql.lit('refused'))
    .orderBy('number')
    .limit(1),
)

export const setLinked = prepared((db: Db, p: { id: number; number: number; notes: string | null }) =>
  db
    .updateTable('import_entries')
    .set({ is_linked: sql.lit(1), links: null, fields: null, notes: p.notes })
    .where('import_id', '=', p.id)
    .where('number', '=', p.number),
)

export const setOutcome = prepared((db: Db, p: { id: number; number: number; outcome: string }) =>
  db
    .updateTable('import_entries')
    .set({ outcome: p.outcome })
    .where('import_id', '=', p.id)
    .where('number', '=', p.number),
)

/** The entries of this import with these keys, by the hash of the key. */
export const findByKeys = prepared((db: Db, p: { id: number; hashes: string }, engine) =>
  db
    .selectFrom('import_entries')
    .select(['key_hash', 'entity_id', 'type'])
    .where('import_id', '=', p.id)
    .where('entity_id', 'is not', null)
    .where((eb) => amongFew(engine, eb.ref('key_hash'), jsonValues(engine, p.hashes, 'text'))),
)

export async function insertAddresses(
  db: Db,
  id: number,
  hashes: readonly string[],
  entry: { entity_id: number; type: number },
): Promise<void> {
  if (hashes.length === 0) return
  await db
    .insertInto('import_addresses')
    .values(hashes.map((address_hash) => ({ import_id: id, address_hash, ...entry })))
    .onConflict((conflict) => conflict.columns(['import_id', 'address_hash']).doNothing())
    .execute()
}

export const findAddresses = prepared((db: Db, p: { id: number; hashes: string }, engine) =>
  db
    .selectFrom('import_addresses')
    .select(['address_hash', 'entity_id', 'type'])
    .where('import_id', '=', p.id)
    .where((eb) => amongFew(engine, eb.ref('address_hash'), jsonValues(engine, p.hashes, 'text'))),
)

export const removeAddresses = prepared((db: Db, p: { id: number }) =>
  db.deleteFrom('import_addresses').where('import_id', '=', p.id),
)

/** The columns of an entry that may be what an import would make. */
export type Twin = Pick<
  EntityRow,
  'id' | 'type' | 'team' | 'userid' | 'canread_base' | 'canwrite_base' | 'state' | 'title'
>

const TWIN = [
  'e.id',
  'e.type',
  'e.team',
  'e.userid',
  'e.canread_base',
  'e.canwrite_base',
  'e.state',
  'e.title',
] as const

/** Not what this import has made. */
export const findByElabid = prepared((db: Db, p: { elabid: string; except: number }) =>
  db
    .selectFrom('entities as e')
    .select(TWIN)
    .where('e.elabid', '=', p.elabid)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('import_entries as m')
            .select('m.number')
            .whereRef('m.entity_id', '=', 'e.id')
            .where('m.import_id', '=', p.except),
        ),
      ),
    ),
)

export const isTaken = prepared((db: Db, p: { elabid: string }) =>
  db.selectFrom('entities').select('id').where('elabid', '=', p.elabid),
)

/** Entries of the team that other imports made of the same content, newest first. */
export const findByContent = prepared((db: Db, p: { team: number; hash: string; except: number }) =>
  db
    .selectFrom('import_entries as r')
    .innerJoin('entities as e', 'e.id', 'r.entity_id')
    .select(TWIN)
    .where('r.team', '=', p.team)
    .where('r.content_hash', '=', p.hash)
    .where('r.import_id', '!=', p.except)
    .where('e.state', '!=', 3)
    .orderBy('e.id', 'desc')
    .limit(5),
)

/** The active member of a team with this address, whose account is confirmed. */
export const findMember = prepared((db: Db, p: { email_key: string; team: number }) =>
  db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.userid', 'u.userid')
    .select(['u.userid', 'u.firstname', 'u.lastname'])
    .where('u.email_key', '=', p.email_key)
    .where('u.validated', '=', 1)
    .where('u.state', '=', 1)
    .where('m.team', '=', p.team)
    .where('m.is_archived', '=', 0),
)

export const findMemberById = prepared((db: Db, p: { userid: number; team: number }) =>
  db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.userid', 'u.userid')
    .select('u.userid')
    .where('u.userid', '=', p.userid)
    .where('u.validated', '=', 1)
    .where('m.team', '=', p.team)
    .where('m.is_archived', '=', 0),
)

/** Whether anybody else than this person changed an entry. */
export const findOthersEvent = prepared((db: Db, p: { chain: number; userid: number }) =>
  db
    .selectFrom('events')
    .select('position')
    .where('chain', '=', p.chain)
    .where('userid', 'is not', null)
    .where('userid', '!=', p.userid)
    .limit(1),
)

export const listExpired = prepared((db: Db, p: { at: string }) =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('archive', 'is not', null)
    .where('expires_at', '<=', p.at)
    .where('state', 'not in', ['waiting', 'running'])
    .orderBy('expires_at')
    .limit(100),
)

/** Those whose request waits for the end. */
export const listOfRequests = prepared((db: Db, p: { most: number }) =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('archive', 'is not', null)
    .where('process', 'is not', null)
    .where('state', '=', 'running')
    .orderBy('id')
    .limit(sql<number>`${p.most}`),
)

export const listArchiveNames = prepared((db: Db, p: { names: string }, engine) =>
  db
    .selectFrom('imports')
    .select('archive')
    .where('archive', 'is not', null)
    .where((eb) => amongFew(engine, eb.ref('archive'), jsonValues(engine, p.names, 'text'))),
)

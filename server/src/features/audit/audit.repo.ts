import type { AuditQuery } from '@aliquot/contract/audit'
import { allowed, OF_ENTRY, type Who } from '../../access/visibility.ts'
import { anyOf, engineOf } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'

/** The id of the newest event, or 0. */
export async function findLastId(db: Db): Promise<number> {
  const last = await db.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return Number(last?.id ?? 0)
}

export type AuditRow = Awaited<ReturnType<typeof listWithin>>[number]

/** Events with ids in a range, newest first. The range limits what is read, whatever the filters. */
export function listWithin(
  db: Db,
  { from, below }: { from: number; below: number },
  { subject, userid, limit }: Pick<AuditQuery, 'subject' | 'userid' | 'limit'>,
) {
  return db
    .selectFrom('events as e')
    .leftJoin('users as u', 'u.userid', 'e.userid')
    .select(['e.id', 'e.at', 'e.userid', 'u.firstname', 'u.lastname', 'e.via', 'e.address', 'e.subject'])
    .select(['e.subject_id', 'e.chain', 'e.verb', 'e.fields', 'e.reason'])
    .select((eb) => eb.case().when('e.chain', '=', 0).then(eb.ref('e.changes')).end().as('changes'))
    .where('e.id', '>=', from)
    .where('e.id', '<', below)
    .$if(subject !== undefined, (query) => query.where('e.subject', '=', subject ?? ''))
    .$if(userid !== undefined, (query) => query.where('e.userid', '=', userid ?? 0))
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
}

/** The types of these entries, with the titles of those that the person may read. */
export async function listEntries(db: Db, who: Who, ids: readonly number[]) {
  if (ids.length === 0) return []
  const engine = engineOf(db)
  return db
    .selectFrom('entities as e')
    .select(['e.id', 'e.type'])
    .select((eb) =>
      eb
        .case()
        .when(allowed(engine, who, OF_ENTRY, 'read'))
        .then(eb.ref('e.title'))
        .end()
        .as('title'),
    )
    .where((eb) => anyOf(engine, eb.ref('e.id'), ids))
    .execute()
}

import { inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, FavtagRow } from '../../db/schema.ts'

export const listOf = prepared((db: Db, p: { userid: number; teams: string }, engine) =>
  db
    .selectFrom('favtags as f')
    .innerJoin('tags as t', 't.id', 'f.tag_id')
    .select(['f.userid as users_id', 'f.tag_id as tags_id', 't.tag'])
    .where('f.userid', '=', p.userid)
    .where((eb) => inNumbers(engine, eb.ref('t.team'), p.teams))
    .orderBy('t.tag_key')
    .orderBy('t.id'),
)

/** The people whose favourite a tag is. */
export const listOfTag = prepared((db: Db, p: { tag: number }) =>
  db.selectFrom('favtags').selectAll().where('tag_id', '=', p.tag).orderBy('userid'),
)

export async function insert(db: Db, favourite: FavtagRow): Promise<boolean> {
  const added = await db
    .insertInto('favtags')
    .values(favourite)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userid')
    .execute()
  return added.length > 0
}

export async function remove(db: Db, { userid, tag_id }: FavtagRow): Promise<boolean> {
  const removed = await db
    .deleteFrom('favtags')
    .where('userid', '=', userid)
    .where('tag_id', '=', tag_id)
    .returning('userid')
    .execute()
  return removed.length > 0
}

import { sql } from 'kysely'
import { anyOf, engineOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, TagRow } from '../../db/schema.ts'

/** The tags of an entry, in the order in which they are shown. */
export const listOf = prepared((db: Db, p: { entity: number }) =>
  db
    .selectFrom('entity_tags as e')
    .innerJoin('tags as t', 't.id', 'e.tag_id')
    .select(['t.id', 't.team', 't.tag', 't.tag_key'])
    .where('e.entity_id', '=', p.entity)
    .orderBy('t.tag_key')
    .orderBy('t.id'),
)

/** The same as one person sees them. */
export const listFor = prepared((db: Db, p: { entity: number; userid: number }) =>
  db
    .selectFrom('entity_tags as e')
    .innerJoin('tags as t', 't.id', 'e.tag_id')
    .leftJoin('favtags as f', (join) => join.onRef('f.tag_id', '=', 't.id').on('f.userid', '=', p.userid))
    .select(['t.tag', 't.id as tag_id', sql<0 | 1>`case when f.userid is null then 0 else 1 end`.as('is_favorite')])
    .where('e.entity_id', '=', p.entity)
    .orderBy('t.tag_key')
    .orderBy('t.id'),
)

/** A tag of a team, with the number of its entries that are not deleted. */
export const findForTeam = prepared((db: Db, p: { id: number; team: number; entity: number; userid: number }) =>
  db
    .selectFrom('tags as t')
    .leftJoin('favtags as f', (join) => join.onRef('f.tag_id', '=', 't.id').on('f.userid', '=', p.userid))
    .select(['t.id', 't.team', 't.tag', sql<0 | 1>`case when f.userid is null then 0 else 1 end`.as('is_favorite')])
    .select((eb) =>
      eb
        .selectFrom('entity_tags as e')
        .innerJoin('entities as n', 'n.id', 'e.entity_id')
        .select((count) => count.fn.countAll<number>().as('uses'))
        .whereRef('e.tag_id', '=', 't.id')
        .where('n.state', '!=', sql.lit(3))
        .$asScalar()
        .as('item_count'),
    )
    .where('t.id', '=', p.id)
    .where((eb) =>
      eb.or([
        eb('t.team', '=', p.team),
        eb.exists(
          eb
            .selectFrom('entity_tags as here')
            .select('here.tag_id')
            .whereRef('here.tag_id', '=', 't.id')
            .where('here.entity_id', '=', p.entity),
        ),
      ]),
    ),
)

export function findByKeys(db: Db, team: number, keys: readonly string[]): Promise<TagRow[]> {
  return db
    .selectFrom('tags')
    .selectAll()
    .where('team', '=', team)
    .where((eb) => anyOf(engineOf(db), eb.ref('tag_key'), keys))
    .execute()
}

/** Adds the tags that the team does not have yet, and returns those alone. */
export function insertMissing(db: Db, tags: readonly Omit<TagRow, 'id'>[]): Promise<TagRow[]> {
  return db
    .insertInto('tags')
    .values(tags)
    .onConflict((conflict) => conflict.columns(['team', 'tag_key']).doNothing())
    .returningAll()
    .execute()
}

export async function attach(db: Db, entity: number, tagIds: readonly number[]): Promise<void> {
  await db
    .insertInto('entity_tags')
    .values(tagIds.map((tag_id) => ({ entity_id: entity, tag_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function detach(db: Db, entity: number, tagIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('entity_tags')
    .where('entity_id', '=', entity)
    .where((eb) => anyOf(engineOf(db), eb.ref('tag_id'), tagIds))
    .execute()
}

export const findTeamRule = prepared((db: Db, p: { team: number }) =>
  db.selectFrom('teams').select('user_create_tag').where('id', '=', p.team),
)

import type { EntityType } from '@aliquot/contract/common'
import type { EntityListQuery } from '@aliquot/contract/entities-list'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { type Filter, ID } from '../../access/entry-filter.ts'
import { isAllowed } from '../../access/visibility.ts'
import { askedOfEach } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import * as entities from '../entries/entries.lookup.ts'

/**
 * Limits a list to entries that link to a given one, if the query names one. Undefined if the actor may not read that
 * one: what links to a hidden entry is hidden as well.
 */
export async function relatedFilters(
  db: Db,
  actor: Actor,
  listed: EntityType,
  { related, related_origin }: Pick<EntityListQuery, 'related' | 'related_origin'>,
): Promise<Filter[] | undefined> {
  if (related === undefined) return []
  const [target] = await entities.find(db, { id: related })
  if (target?.type !== TYPE_NUMBER[related_origin || listed]) return undefined
  return (await isAllowed(db, actor, target, 'read')) ? [pointingTo(related)] : undefined
}

function pointingTo(id: number): Filter {
  return {
    key: 'related',
    condition: (p, engine) =>
      askedOfEach(
        engine,
        sql`exists (select 1 from entity_links as l where l.entity_id = ${ID} and l.target_id = ${p.related})`,
      ),
    ids: (p) => sql`select entity_id as id from entity_links where target_id = ${p.related}`,
    idsWithin: (p) => sql`select entity_id as id from entity_links
      where target_id = ${p.related} and entity_id between ${p.first} and ${p.last}`,
    values: { related: id },
  }
}

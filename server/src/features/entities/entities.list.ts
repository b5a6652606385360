import type { EntityType } from '@aliquot/contract/common'
import type { EntityListRow } from '@aliquot/contract/entities'
import type { EntityListQuery } from '@aliquot/contract/entities-list'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { InvalidInput } from '../../errors.ts'
import type { List } from '../../http/lists.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import * as repo from './entities.list.repo.ts'
import { type EntityKind, isTemplate, kindOf } from './entities.types.ts'
import { branchesOf } from './list-branches.ts'
import { findFiltered } from './list-filtered.ts'
import { cutToDays, filtersOf, rangeFilters } from './list-filters.ts'
import { type Asked, findPage } from './list-pages.ts'
import { readRows } from './list-rows.ts'
import { rowsOf, streamList } from './list-stream.ts'
import { readSearch, type Search, searchFilters } from './search-query.ts'

/** Longer pages are not put together in memory, since each text may have megabytes. */
const MOST_ROWS = 100
/** Pages that are longer still are everything, up to a point. */
const MOST_IDS = 10_000

/** The entries that the actor may read: a page of them, or without a limit all of them as a stream. */
export async function listEntities(
  ctx: Context,
  actor: Actor,
  type: EntityType,
  query: EntityListQuery,
): Promise<List<EntityListRow>> {
  const kind = kindOf(type)
  const search = readSearch(query.q)
  // Signs without a letter or digit stand in no word.
  if (search && search.words.length === 0) return { rows: [], total: 0 }
  const asked = await readAsked(ctx.db.read, actor, kind, query, search)
  const look = { who: whoOf(actor), kind, isFull: query.full, zone: ctx.config.TIMEZONE }
  const isWhole = query.limit === 0 || (query.limit > MOST_IDS && query.offset === 0)
  if (isWhole) return streamList(ctx, asked, look, query.limit || Number.POSITIVE_INFINITY)
  const hasFilters = asked.listing.filters.length > 0
  const { ids, ...total } = hasFilters
    ? await findFiltered(ctx.db.read, asked, query)
    : await findPage(ctx.db.read, asked, query)
  if (ids.length > MOST_ROWS) return { stream: rowsOf(ctx.db.read, [ids], look), length: ids.length, ...total }
  return { rows: await readRows(ctx.db.read, look, ids), ...total }
}

/** The findings about one entry are the bits of a number, of which 53 are exact. */
const MOST_FILTERS = 50

/** Above this many entries that name the actor, they are no longer sorted anew for each page. */
const FEW_GRANTS = 2000

/** Reads what the answer to a query depends on. */
export async function readAsked(
  db: Db,
  actor: Actor,
  kind: EntityKind,
  query: EntityListQuery,
  search: Search | undefined,
): Promise<Asked> {
  const who = whoOf(actor)
  const [facts] = await repo.findFacts(db, { ...who, mostGrants: FEW_GRANTS + 1 })
  const { grants = 0, has_pins = 0, preferences = '{}', newest } = facts ?? {}
  const scope = query.scope ?? preferredScope(kind.type, preferences)
  const range = { scope, owners: query.owner }
  const filters = [...filtersOf(query), ...(search ? searchFilters(search) : [])]
  if (filters.length > MOST_FILTERS) {
    throw new InvalidInput(`tags[]: tags, filters and the words of q must be at most ${MOST_FILTERS} together`)
  }
  const branches = branchesOf(actor, range, grants === 0 ? 'none' : grants <= FEW_GRANTS ? 'few' : 'many')
  const listing: repo.Listing = {
    // Only templates have a place among others.
    order: query.order === 'ordering' && !isTemplate(kind) ? 'lastchange' : query.order,
    direction: query.sort,
    states: query.state,
    branches: cutToDays(branches, query),
    range: rangeFilters(scope, query.owner),
    filters,
    withoutPinned: false,
    values: { ...who, type: kind.number },
  }
  return { actor, range, listing, grants, hasPins: has_pins === 1, newest: newest ?? 0 }
}

function preferredScope(type: EntityType, preferences: string): 1 | 2 | 3 {
  const scope = preferencesOf({ preferences })[`scope_${type}`]
  return scope === 1 || scope === 3 ? scope : 2
}

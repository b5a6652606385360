import type { EntityType } from '@aliquot/contract/common'
import type { EntityListRow } from '@aliquot/contract/entities'
import type { EntityListQuery } from '@aliquot/contract/entities-list'
import type { CodeOptions } from '@aliquot/contract/exports'
import type { LabelOptions } from '@aliquot/contract/label-sheets/query'
import type { Actor } from '../../access/actor.ts'
import type { Filter } from '../../access/entry-filter.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { hasRoundTrips } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { streamSnapshot } from '../../db/snapshot.ts'
import { InvalidInput } from '../../errors.ts'
import type { List } from '../../records/page.ts'
import type { Written } from '../../records/written.ts'
import { type EntityKind, isTemplate, kindOf, STATE } from '../entries/entries.types.ts'
import { relatedFilters } from '../links/links.filter.ts'
import { placesOf, readFullText, wordFilters } from '../search/full-text.ts'
import { lookAtPending, Pending } from '../search/pending.ts'
import { type Understood, understandQuery, understandQuick } from '../search/query.ts'
import { isAdvanced, jointFilter, readSearch, searchFilters } from '../search/search-query.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { branchesOf, withBases } from './branches.ts'
import { findFiltered } from './choose-plan.ts'
import * as repo from './entry-lists.repo.ts'
import { cutToDays, filtersOf, mergedFilter, rangeFilters } from './filters.ts'
import { showPlaces } from './found-in.ts'
import type { Listing } from './listing-query.ts'
import { findGrouped, isGrouped } from './plan-grouped.ts'
import { findRanked } from './plan-ranked.ts'
import { countAll, findPage, type ListRequest, type PageOfIds } from './plan-unfiltered.ts'
import { type RowColumns, readPage, readStamps } from './rows.ts'
import { collectIds, findInTurns, rowsOf, streamList } from './stream.ts'

/** A list query, of a client or our own. */
/** What a list of entries is asked for, without what only files know. */
export interface ListQuery extends Omit<EntityListQuery, keyof CodeOptions | keyof LabelOptions> {
  /** The states to list if neither the client nor its search names any. */
  fallbackStates?: readonly number[]
}

/** Longer pages are not built in memory, because each text may have megabytes. */
const MOST_ROWS = 100
/** Still longer pages are treated as the whole list, up to a limit. */
const MOST_IDS = 10_000

/** The entries that the actor may read: a page, or without a limit all of them as a stream. */
export async function listEntities(
  ctx: Context,
  actor: Actor,
  type: EntityType,
  query: ListQuery,
  columns: RowColumns['columns'] = query.fastq ? 'quick' : query.full ? 'long' : 'short',
): Promise<List<Written<EntityListRow>>> {
  const kind = kindOf(type)
  const asked = await readAsked(ctx, actor, kind, query)
  if (!asked) return { rows: [], total: 0 }
  const look = { who: whoOf(actor), kind, columns, zone: ctx.config.TIMEZONE } as const
  if (isWhole(query)) return streamList(ctx, asked, look, query.limit || Number.POSITIVE_INFINITY)
  if (asked.listing.filters.length > 0 || asked.isRanked) requireNear(query)
  const { ids, stamped, ...total } = await findIds(ctx, asked, query)
  if (ids.length > MOST_ROWS) return { stream: rowsOf(ctx.db.read, [ids], look), length: ids.length, ...total }
  const isKnown = stamped !== undefined && !asked.hasPinsAmong
  const entries = isKnown ? stamped : await readStamps(ctx.db.read, look.who, ids)
  const rows = await readPage(ctx, look, asked.reader, entries)
  return { rows: asked.search ? await showPlaces(ctx.db.read, rows, asked.search.words) : rows, ...total }
}

/** The ids of the same list, in its order. */
export async function listIds(
  ctx: Context,
  actor: Actor,
  type: EntityType,
  query: ListQuery,
): Promise<readonly number[]> {
  const asked = await readAsked(ctx, actor, kindOf(type), query)
  if (!asked) return []
  if (isWhole(query)) return collectIds(ctx, asked, query.limit || Number.POSITIVE_INFINITY)
  if (asked.listing.filters.length > 0 || asked.isRanked) requireNear(query)
  return (await findIds(ctx, asked, query)).ids
}

/** The rows of listed entries, in one snapshot. */
export async function* streamRows(
  ctx: Context,
  actor: Actor,
  type: EntityType,
  ids: readonly number[],
): AsyncGenerator<EntityListRow> {
  const look = { who: whoOf(actor), kind: kindOf(type), columns: 'long', zone: ctx.config.TIMEZONE } as const
  for await (const row of streamSnapshot(ctx.db, (db) => rowsOf(db, [ids], look))) yield row.read()
}

/** A later page costs as much as everything before it. */
const MOST_OFFSET = 100_000

function requireNear({ offset }: ListQuery): void {
  if (offset <= MOST_OFFSET) return
  throw new InvalidInput('list.too_far', { field: 'offset', most: MOST_OFFSET })
}

function isWhole({ limit, offset }: ListQuery): boolean {
  return limit === 0 || (limit > MOST_IDS && offset === 0)
}

function findIds(ctx: Context, asked: ListRequest, query: ListQuery): Promise<PageOfIds> {
  const { read: db } = ctx.db
  if (asked.search && asked.isRanked) return findRanked(db, asked, asked.search, query)
  if (isGrouped(asked.listing.order)) return findGrouped(db, asked, query)
  if (asked.listing.filters.length > 0) return findFiltered(db, asked, query)
  return isFar(ctx, query) ? findFarPage(ctx, asked, query) : findPage(db, asked, query)
}

const MOST_AT_ONCE = 1000

/** SQLite runs on the thread that answers everybody. */
function isFar({ db }: Context, { limit, offset }: ListQuery): boolean {
  return !hasRoundTrips(db.engine) && limit + offset > MOST_AT_ONCE
}

async function findFarPage(ctx: Context, asked: ListRequest, query: ListQuery): Promise<PageOfIds> {
  const count = await countAll(ctx.db.read, asked)
  // Many programs ask for thousands of rows of a short list.
  if (count.totalIsExact !== false && (count.total ?? 0) <= MOST_AT_ONCE) return findPage(ctx.db.read, asked, query)
  return { ids: await findInTurns(ctx, asked, query), ...count }
}

/** The results per entry are bits of a number, of which 53 are exact. */
const MOST_FILTERS = 50

/** Above this many grants, they are no longer sorted for each page. */
const FEW_GRANTS = 2000

/** Reads what the answer depends on; undefined if nothing can match. */
export async function readAsked(
  ctx: Pick<Context, 'db' | 'config' | 'plans' | 'pendingWords'>,
  actor: Actor,
  kind: EntityKind,
  query: ListQuery,
): Promise<ListRequest | undefined> {
  const { config, plans } = ctx
  const { read: db } = ctx.db
  const who = whoOf(actor)
  const [facts] = await repo.findFacts(db, { ...who, type: kind.number, mostGrants: FEW_GRANTS + 1 })
  if (!facts) return undefined
  const { grants, has_pins, preferences, newest, ...reader } = facts
  const scope = query.scope ?? preferredScope(kind.type, preferences)
  const range = { scope, owners: query.owner }
  const isSearch = [query.q, query.extended, query.fastq, query.search].some(Boolean)
  const pending = isSearch ? await lookAtPending(ctx) : new Pending()
  const search = readFullText(query.search)
  if (search) await pending.prepare(search.words.flatMap(placesOf))
  const searched = await readSearches(db, { actor, kind, zone: config.TIMEZONE, pending }, query)
  if (!searched || search?.words.length === 0) return undefined
  // An explicit order is respected, and a whole list is not ranked.
  const isRanked = search !== undefined && query.order === undefined && !isWhole(query)
  const related = await relatedFilters(db, actor, kind.type, query)
  if (!related) return undefined
  const words = search ? wordFilters(search, pending) : []
  const filters = [
    ...filtersOf(kind.type, query, scope === 2 ? actor.team : undefined),
    ...related,
    ...searched.filters,
  ]
  if (filters.length + words.length + (isRanked ? 1 : 0) > MOST_FILTERS) {
    throw new InvalidInput('list.too_many_filters', { field: 'tags[]', most: MOST_FILTERS })
  }
  const all = branchesOf(actor, range, grants === 0 ? 'none' : grants <= FEW_GRANTS ? 'few' : 'many')
  const branches = withBases(all, searched.bases)
  if (branches.length === 0) return undefined
  const listing: Listing = {
    // Only templates have an ordering.
    order: query.order === 'ordering' && !isTemplate(kind) ? 'lastchange' : (query.order ?? 'lastchange'),
    direction: query.sort,
    states: query.state ?? searched.states ?? query.fallbackStates ?? [STATE.normal],
    branches: cutToDays(branches, query),
    range: rangeFilters(scope, query.owner),
    filters: isRanked ? filters : [...filters, ...words],
    joint: searched.joint ?? mergedFilter(filters),
    withoutPinned: false,
    values: { ...who, type: kind.number },
    queries: plans.queries,
  }
  // Ranked results come best first, pinned or not.
  const pinsAreFirst = !query.fastq && !isRanked
  const pins = { hasPins: has_pins === 1 && pinsAreFirst, hasPinsAmong: has_pins === 1 && !pinsAreFirst }
  const knowledge = { grants, ...pins, newest: newest ?? 0, reader, plans }
  return { actor, kind, range, listing, ...knowledge, search, pending, isRanked }
}

/** Parses all search parameters; undefined if nothing can match. */
async function readSearches(
  db: Db,
  place: { actor: Actor; kind: EntityKind; zone: string; pending: Pending },
  { q, extended, fastq }: ListQuery,
): Promise<(Understood & { joint?: Filter }) | undefined> {
  const plain = isAdvanced(q) ? undefined : readSearch(q)
  // Words consist of letters and digits, so other characters match nothing.
  if (plain && plain.words.length === 0) return undefined
  if (plain) await place.pending.prepare(plain.words)
  const words = plain ? searchFilters(plain, place.pending) : []
  const parts: Understood[] = [{ filters: words }]
  if (isAdvanced(q)) parts.push(await understandQuery(db, place, 'q', q))
  if (extended) parts.push(await understandQuery(db, place, 'extended', extended))
  if (fastq) parts.push({ filters: understandQuick(fastq, place.pending) })
  return {
    filters: parts.flatMap(({ filters }) => filters),
    states: parts.find(({ states }) => states)?.states,
    bases: parts.find(({ bases }) => bases)?.bases,
    joint: plain && jointFilter(words, plain, place.pending),
  }
}

function preferredScope(type: EntityType, preferences: string): 1 | 2 | 3 {
  const scope = preferencesOf({ preferences })[`scope_${type}`]
  return scope === 1 || scope === 3 ? scope : 2
}

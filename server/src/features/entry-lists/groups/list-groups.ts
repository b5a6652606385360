import type { EntityType } from '@aliquot/contract/common'
import type { EntityGroup, EntityGroupsQuery } from '@aliquot/contract/entity-groups'
import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { Turns } from '../../../lib/turns.ts'
import { type Page, pageOf } from '../../../records/page.ts'
import { kindOf } from '../../entries/entries.types.ts'
import { findFiltered, TooFarBack } from '../choose-plan.ts'
import { readAsked } from '../list-entries.ts'
import { countAll, type ListRequest, type PageOfIds } from '../plan-unfiltered.ts'
import { countShortList } from './count-short-list.ts'
import { type Candidate, labelCandidates, monthCandidate, monthRuns, ownerCandidates } from './group-candidates.ts'

/** Larger groups are counted only up to here. */
const COUNTED = 50
/** So far a list is walked to count a group for which no index helps. */
const MOST_STEPS = 5000
/** So many groups of a filtered list are counted. Each needs a search of its own. */
const MOST_COUNTED = 60
/** So many groups are counted at the same time. */
const TOGETHER = 12

/** The groups of a list that have entries the actor may read. */
export async function listGroups(
  ctx: Context,
  actor: Actor,
  type: EntityType,
  query: EntityGroupsQuery,
): Promise<Page<EntityGroup> & { total: number }> {
  const kind = kindOf(type)
  const whole = { ...query, full: false, order: 'date', sort: 'desc', ...AS_JSON } as const
  const asked = await readAsked(ctx, actor, kind, whole)
  if (!asked) return { rows: [], total: 0 }
  const isFiltered = asked.listing.filters.length > 0
  const short = isFiltered ? await countShortList(ctx.db.read, asked, query.by, MOST_STEPS) : undefined
  const count = async (candidate: Candidate, place: number): Promise<Count> => {
    if (short) return { total: short.get(candidate.value) ?? 0 }
    if (isFiltered && place >= MOST_COUNTED) return { total: candidate.least ?? 0, totalIsExact: false }
    return countGroup(ctx, asked, candidate)
  }
  const groups: EntityGroup[] = []
  const turns = new Turns()
  let place = 0
  for await (const candidates of candidatesOf(ctx, asked, query, short)) {
    const counts = await Promise.all(candidates.map((candidate) => count(candidate, place++)))
    for (const [index, { value, title, color }] of candidates.entries()) {
      const { total = 0, totalIsExact = true } = counts[index] ?? {}
      if (total > 0 || !totalIsExact) groups.push({ value, title, color, total, total_is_exact: totalIsExact ? 1 : 0 })
    }
    await turns.rest()
  }
  return pageOf(groups, query)
}

type Count = Pick<PageOfIds, 'total' | 'totalIsExact'>

const AS_JSON = {
  format: 'json',
  json: false,
  changelog: false,
  classification: '',
  rocrate: '1.1',
  ending: 'eln',
  progress: undefined,
} as const

async function* candidatesOf(
  ctx: Context,
  asked: ListRequest,
  query: EntityGroupsQuery,
  short: ReadonlyMap<string, number> | undefined,
): AsyncGenerator<Candidate[]> {
  const { read: db } = ctx.db
  if (short && query.by === 'month') {
    const months = [...short.keys()].filter((month) => month !== 'null')
    yield* inParts(
      months
        .toSorted()
        .toReversed()
        .map((month) => monthCandidate(asked, month)),
    )
  } else if (query.by === 'owner') yield* inParts(await ownerCandidates(db, asked))
  else if (query.by === 'month') yield* monthRuns(db, asked)
  else yield* inParts(await labelCandidates(db, asked, query.by))
}

function* inParts(candidates: readonly Candidate[]): Generator<Candidate[]> {
  for (let at = 0; at < candidates.length; at += TOGETHER) yield candidates.slice(at, at + TOGETHER)
}

async function countGroup(ctx: Context, asked: ListRequest, { part, owner }: Candidate): Promise<Count> {
  const { read: db } = ctx.db
  const { range, listing } = asked
  // The counts know every owner.
  if (owner !== undefined && listing.filters.length === 0 && range.scope !== 1)
    return countAll(db, { ...asked, range: { ...range, owners: [owner] } })
  try {
    return await findFiltered(db, part, { limit: COUNTED, offset: 0 }, MOST_STEPS)
  } catch (error) {
    if (error instanceof TooFarBack) return { total: 0, totalIsExact: false }
    throw error
  }
}

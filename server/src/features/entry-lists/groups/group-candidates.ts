import type { DateRange } from '@aliquot/contract/entities-list'
import { sql } from 'kysely'
import { engineOf, inNumbers, nullsAreSmall } from '../../../db/dialect.ts'
import type { Db } from '../../../db/schema.ts'
import { findFiltered } from '../choose-plan.ts'
import { branchesOnDays, dateFilter } from '../filters.ts'
import { labelsInRange } from '../labels-in-range.ts'
import { inGroup, ofColumn, ofOwners } from '../plan-grouped.ts'
import type { ListRequest } from '../plan-unfiltered.ts'

/** A group that may have entries. */
export interface Candidate {
  value: string
  title: string | null
  color: string | null
  /** The list of its entries. */
  part: ListRequest
  owner?: number
  /** So many entries it has at least. */
  least?: number
}

/** The labels that entries of this list can have, in their order, and none. */
export async function labelCandidates(db: Db, asked: ListRequest, column: 'status' | 'category'): Promise<Candidate[]> {
  const labels = await labelsInRange(db, asked, column)
    .select(['id', 'title', 'color'])
    .orderBy(sql`ordering asc ${nullsAreSmall(engineOf(db), 'asc')}`)
    .orderBy('id')
    .execute()
  const groups = labels.map(({ id, title, color }) => ({
    value: String(id),
    title,
    color,
    part: inGroup(asked, ofColumn(column, [id]), false),
  }))
  const without = inGroup(asked, ofColumn(column, []), false)
  return [...groups, { value: 'null', title: null, color: null, part: without }]
}

/** The people who own entries in the range of the list, by name. */
export async function ownerCandidates(db: Db, asked: ListRequest): Promise<Candidate[]> {
  const { listing, range, actor } = asked
  const wanted = range.owners ?? (range.scope === 1 ? [actor.userid] : undefined)
  const among = wanted && inNumbers(engineOf(db), sql.ref('users.userid'), JSON.stringify(wanted))
  const { rows } = await sql<{ userid: number; fullname: string }>`
    select userid, firstname || ' ' || lastname as fullname from users
    where exists (
      select 1 from entity_counts as c where c.userid = users.userid and c.type = ${listing.values.type}
      ${range.scope === 2 ? sql`and c.team = ${actor.team}` : sql``})
    ${among ? sql`and ${among}` : sql``}
    order by lower(lastname || ' ' || firstname), userid`.execute(db)
  return rows.map(({ userid, fullname }) => ({
    value: String(userid),
    title: fullname,
    color: null,
    part: inGroup(asked, ofOwners([userid]), false),
    owner: userid,
  }))
}

const MOST_JUMPS = 600
const LONGEST_RUN = 12

/**
 * The months of the list from the newest on, in runs whose months can be counted at the same time. A run may contain
 * months without entries; its first one has some.
 */
export async function* monthRuns(db: Db, asked: ListRequest): AsyncGenerator<Candidate[]> {
  // A filter makes it dear to try a month that may be empty.
  const longest = asked.listing.filters.length > 0 ? 1 : LONGEST_RUN
  let last: string | undefined
  let length = 1
  for (let jumps = 0; jumps < MOST_JUMPS; jumps++) {
    const first = await monthBefore(db, asked, last)
    if (first === undefined) return
    const followsAtOnce = last !== undefined && first === monthsAway(last, -1)
    length = followsAtOnce ? Math.min(2 * length, longest) : 1
    const months = Array.from({ length }, (_, index) => monthsAway(first, -index))
    yield months.map((month) => monthCandidate(asked, month))
    last = months.at(-1)
  }
}

/** The newest month of the list, or the newest before another one: `2026-11`. */
async function monthBefore(db: Db, asked: ListRequest, month?: string): Promise<string | undefined> {
  // No day of the month before is later as a text.
  const to = month === undefined ? '9999-12-31' : `${monthsAway(month, -1)}-31`
  const { ids } = await findFiltered(db, onDays(asked, { from: undefined, to }), { limit: 1, offset: 0 })
  if (ids[0] === undefined) return undefined
  const entry = await db.selectFrom('entities').select('date').where('id', '=', ids[0]).executeTakeFirst()
  return entry?.date?.slice(0, 7)
}

export function monthCandidate(asked: ListRequest, month: string): Candidate {
  const part = onDays(asked, { from: `${month}-01`, to: `${month}-31` })
  return { value: month, title: null, color: null, part, least: 1 }
}

/** The list in the order of dates, cut to some days, so that its walk begins and ends there. */
function onDays(asked: ListRequest, range: DateRange): ListRequest {
  const { branches, filters, ...listing } = asked.listing
  const cut = { branches: branchesOnDays(branches, range, 'month'), filters: [...filters, dateFilter(range, 'month')] }
  return { ...asked, hasPins: false, listing: { ...listing, ...cut } }
}

function monthsAway(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const months = Math.max(0, year * 12 + number - 1 + by)
  return `${padded(Math.floor(months / 12), 4)}-${padded((months % 12) + 1, 2)}`
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}

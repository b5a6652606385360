import { sql } from 'kysely'
import type { Filter } from '../../../access/entry-filter.ts'
import { engineOf, inNumbers, nullsAreSmall } from '../../../db/dialect.ts'
import type { Db } from '../../../db/schema.ts'
import { findFiltered } from '../choose-plan.ts'
import { branchesOnDays, dateFilter } from '../filters.ts'
import { labelsInRange } from '../labels-in-range.ts'
import { ofColumn, ofOwners } from '../plan-grouped.ts'
import type { ListRequest } from '../plan-unfiltered.ts'

/** A group that may have entries. */
export interface Candidate {
  value: string
  title: string | null
  color: string | null
  filter: Filter
  owner?: number
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
    filter: ofColumn(column, [id]),
  }))
  return [...groups, { value: 'null', title: null, color: null, filter: ofColumn(column, []) }]
}

/** The people who own entries in the range of the list, by name. */
export async function ownerCandidates(db: Db, { listing, range, actor }: ListRequest): Promise<Candidate[]> {
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
    filter: ofOwners([userid]),
    owner: userid,
  }))
}

/** The newest month of the list, or the newest before another one: `2026-11`. */
export async function monthBefore(db: Db, asked: ListRequest, month?: string): Promise<string | undefined> {
  // No day of the month before is later as a text.
  const to = month === undefined ? '9999-12-31' : `${monthsAway(month, -1)}-31`
  const range = { from: undefined, to }
  const { branches, filters, ...listing } = asked.listing
  const earlier = {
    ...listing,
    branches: branchesOnDays(branches, range, 'month'),
    filters: [...filters, dateFilter(range, 'month')],
  }
  const { ids } = await findFiltered(db, { ...asked, hasPins: false, listing: earlier }, { limit: 1, offset: 0 })
  if (ids[0] === undefined) return undefined
  const entry = await db.selectFrom('entities').select('date').where('id', '=', ids[0]).executeTakeFirst()
  return entry?.date?.slice(0, 7)
}

export function monthCandidate(month: string): Candidate {
  const filter = dateFilter({ from: `${month}-01`, to: `${month}-31` }, 'month')
  return { value: month, title: null, color: null, filter }
}

function monthsAway(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

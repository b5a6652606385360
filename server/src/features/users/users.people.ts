import type { ListedUser, UserQuery } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { inChunks } from '../../db/read-in-chunks.ts'
import type { Db } from '../../db/schema.ts'
import { streamSnapshot } from '../../db/snapshot.ts'
import { InvalidInput } from '../../errors.ts'
import { wireTime } from '../../lib/dates.ts'
import { foldText } from '../../lib/text.ts'
import type { List, Page } from '../../records/page.ts'
import * as people from './people.repo.ts'
import { fullnameOf, initialsOf, NOT_OFFERED, toUserTeam } from './users.record.ts'
import * as repo from './users.repo.ts'

/** Larger totals are exact only if they are known anyway. */
const MOST_COUNTED = 1000
const AT_ONCE = 500

/** Everybody sees all people; admins also see the accounts behind the names. */
export async function listPeople(ctx: Context, actor: Actor, query: UserQuery): Promise<List<ListedUser>> {
  const wanted = wantedBy(actor, query)
  const show = showing(ctx, actor, query)
  if (query.limit > 0) {
    const found = await people.listPeople(ctx.db.read, wanted, query)
    return { rows: await show(ctx.db.read, found), ...(await countFrom(ctx.db.read, found.length, query, wanted)) }
  }
  const first = await people.listPeople(ctx.db.read, wanted, { limit: AT_ONCE, offset: 0 })
  if (first.length < AT_ONCE) return { rows: await show(ctx.db.read, first), total: first.length }
  const stream = streamSnapshot(ctx.db, async function* (db) {
    for await (const some of inChunks(db, await people.allPeople(db, wanted), AT_ONCE)) yield* await show(db, some)
  })
  return isEverybody(wanted) ? { stream, total: await people.countEverybody(ctx.db.read) } : { stream }
}

/** Converts people to what this actor may see, with their teams if that is included. */
function showing(ctx: Context, actor: Actor, { onlyAdmins, onlyArchived }: UserQuery) {
  const isAdmin = seesAccounts(actor)
  return async (db: Db, found: readonly people.Person[]): Promise<ListedUser[]> => {
    if (!isAdmin) return found.map((person) => toListed(ctx, person, undefined))
    const ids = found.map(({ userid }) => userid)
    const memberships = ids.length > 0 ? await repo.listMembershipsOf(db, ids) : []
    const meant = memberships.filter(
      ({ is_admin, is_archived }) => (!onlyAdmins || is_admin === 1) && (!onlyArchived || is_archived === 1),
    )
    const places = Map.groupBy(meant, ({ userid }) => userid)
    return found.map((person) => toListed(ctx, person, places.get(person.userid) ?? []))
  }
}

function wantedBy(actor: Actor, query: UserQuery): people.PeopleWanted {
  const team = query.currentTeam ? actor.team : query.team
  const place = {
    ...(team !== undefined && { team }),
    ...(query.onlyAdmins && { is_admin: 1 }),
    ...(query.onlyArchived && { is_archived: 1 }),
  }
  return {
    words: wordsOf(query.q ?? ''),
    ids: query.ids,
    place: Object.keys(place).length > 0 ? place : undefined,
    isUnvalidated: query.onlyUnvalidated && seesAccounts(actor),
  }
}

function seesAccounts(actor: Actor): boolean {
  return actor.isSysadmin || actor.isAdmin
}

const MOST_WORDS = 24

/** Distinct words, because each is searched in every name. */
function wordsOf(q: string): string[] {
  const words = [...new Set(foldText(q).split(/\s+/))].filter((word) => word !== '')
  if (words.length > MOST_WORDS) throw new InvalidInput('field.too_many_words', { field: 'q', most: MOST_WORDS })
  return words
}

function isEverybody({ words, ids, place, isUnvalidated }: people.PeopleWanted): boolean {
  return words.length === 0 && !ids && !place && !isUnvalidated
}

/** The total: a page that is not full gives it, and the total of everybody is stored. */
async function countFrom(
  db: Db,
  rows: number,
  { limit, offset }: UserQuery,
  wanted: people.PeopleWanted,
): Promise<Pick<Page<unknown>, 'total' | 'totalIsExact'>> {
  if (rows < limit && (rows > 0 || offset === 0)) return { total: offset + rows }
  if (isEverybody(wanted)) return { total: await people.countEverybody(db) }
  const most = Math.max(MOST_COUNTED, offset + limit + 1)
  const total = await people.countPeople(db, wanted, most)
  return { total, totalIsExact: total < most }
}

/** `memberships` is undefined if the viewer is admin nowhere. */
function toListed(
  ctx: Context,
  person: people.Person,
  memberships: readonly repo.NamedMembership[] | undefined,
): ListedUser {
  const { TIMEZONE } = ctx.config
  const { has_mfa_enabled, auth_service, sig_pubkey } = NOT_OFFERED
  const { userid, firstname, lastname, email, orcid } = person
  const names = {
    userid,
    firstname,
    lastname,
    email,
    fullname: fullnameOf(person),
    initials: initialsOf(person),
    orcid,
  }
  const all = {
    ...names,
    can_manage_users2teams: toFlag(person.can_manage_users2teams),
    can_manage_compounds: toFlag(person.can_manage_compounds),
    can_manage_inventory_locations: toFlag(person.can_manage_inventory_locations),
    sig_pubkey,
  }
  if (!memberships) return all
  return {
    ...all,
    created_at: wireTime(person.created_at, TIMEZONE),
    orgid: person.orgid,
    has_mfa_enabled,
    has_password: toFlag(person.has_password),
    validated: toFlag(person.validated),
    last_login: person.last_login === null ? null : wireTime(person.last_login, TIMEZONE),
    valid_until: person.valid_until,
    is_sysadmin: toFlag(person.is_sysadmin),
    auth_service,
    teams: memberships.map((membership) => toUserTeam(person, membership)),
  }
}

function toFlag(value: number): 0 | 1 {
  return value === 1 ? 1 : 0
}

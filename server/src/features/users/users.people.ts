import type { ListedUser, UserQuery } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import type { Page } from '../../http/lists.ts'
import { wireTime } from '../../lib/dates.ts'
import { foldText } from '../../lib/text.ts'
import { fullnameOf, initialsOf, NOT_OFFERED, toUserTeam } from './users.record.ts'
import * as repo from './users.repo.ts'

type Person = Awaited<ReturnType<typeof repo.listPeople>>[number]

/** Everybody sees who there is; who is admin somewhere sees the accounts behind the names. */
export async function listPeople(ctx: Context, actor: Actor, query: UserQuery): Promise<Page<ListedUser>> {
  const { read } = ctx.db
  const wanted = wantedBy(actor, query)
  const people = await repo.listPeople(read, wanted, query)
  const total = await countFrom(people.length, query, () => repo.countPeople(read, wanted))
  const isAdmin = actor.isSysadmin || actor.adminOf.length > 0
  const ids = people.map(({ userid }) => userid)
  const memberships = isAdmin && ids.length > 0 ? await repo.listMembershipsOf(read, ids) : []
  const shown = Map.groupBy(memberships.filter(isMeant), ({ userid }) => userid)
  const rows = people.map((person) => toListed(ctx, person, isAdmin ? (shown.get(person.userid) ?? []) : undefined))
  return { rows, total }

  function isMeant({ is_admin, is_archived }: repo.NamedMembership): boolean {
    return (!query.onlyAdmins || is_admin === 1) && (!query.onlyArchived || is_archived === 1)
  }
}

function wantedBy(actor: Actor, query: UserQuery): repo.PeopleWanted {
  const team = query.currentTeam ? actor.team : query.team
  const place = {
    ...(team !== undefined && { team }),
    ...(query.onlyAdmins && { is_admin: 1 }),
    ...(query.onlyArchived && { is_archived: 1 }),
  }
  return { words: wordsOf(query.q ?? ''), ids: query.ids, place: Object.keys(place).length > 0 ? place : undefined }
}

const MOST_WORDS = 24

/** Each word once: every one of them is looked for in each name. */
function wordsOf(q: string): string[] {
  const words = [...new Set(foldText(q).split(/\s+/))].filter((word) => word !== '')
  if (words.length > MOST_WORDS) throw new InvalidInput(`q: must have at most ${MOST_WORDS} words`)
  return words
}

/** How many there are in all: a page that is not full tells it by itself. */
async function countFrom(rows: number, { limit, offset }: UserQuery, count: () => Promise<number>): Promise<number> {
  if (limit === 0) return rows
  return rows < limit && (rows > 0 || offset === 0) ? offset + rows : count()
}

/** `memberships`: undefined for who is admin nowhere. */
function toListed(ctx: Context, person: Person, memberships: readonly repo.NamedMembership[] | undefined): ListedUser {
  const { TIMEZONE } = ctx.config
  const { userid, firstname, lastname, email, orcid } = person
  const { has_mfa_enabled, auth_service, sig_pubkey, ...rights } = NOT_OFFERED
  const { can_manage_users2teams, can_manage_compounds, can_manage_inventory_locations } = rights
  const names = {
    userid,
    firstname,
    lastname,
    email,
    fullname: fullnameOf(person),
    initials: initialsOf(person),
    orcid,
  }
  const all = { ...names, can_manage_users2teams, can_manage_compounds, can_manage_inventory_locations, sig_pubkey }
  if (!memberships) return all
  return {
    ...all,
    created_at: wireTime(person.created_at, TIMEZONE),
    orgid: person.orgid,
    has_mfa_enabled,
    has_password: person.has_password === 1 ? 1 : 0,
    validated: person.validated === 1 ? 1 : 0,
    last_login: person.last_login === null ? null : wireTime(person.last_login, TIMEZONE),
    valid_until: person.valid_until,
    is_sysadmin: person.is_sysadmin === 1 ? 1 : 0,
    auth_service,
    teams: memberships.map((membership) => toUserTeam(person, membership)),
  }
}

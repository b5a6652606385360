import type { ListedUser, UserQuery } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { type Page, pageOf } from '../../http/lists.ts'
import { wireTime } from '../../lib/dates.ts'
import { foldText } from '../../lib/text.ts'
import { fullnameOf, initialsOf, NOT_OFFERED, toUserTeam } from './users.record.ts'
import * as repo from './users.repo.ts'

type Person = Awaited<ReturnType<typeof repo.listPeople>>[number]

/** Everybody sees who there is; who is admin somewhere sees the accounts behind the names. */
export async function listPeople(ctx: Context, actor: Actor, query: UserQuery): Promise<Page<ListedUser>> {
  const { read } = ctx.db
  const team = query.currentTeam ? actor.team : query.team
  const people = await repo.listPeople(read, team)
  const memberships = Map.groupBy(await repo.listAllMemberships(read), ({ userid }) => userid)
  const isMeant = ({ is_admin, is_archived }: repo.NamedMembership) =>
    (!query.onlyAdmins || is_admin === 1) && (!query.onlyArchived || is_archived === 1)
  const rows = people.flatMap((person) => {
    if (!isNamed(person, query.q)) return []
    const meant = (memberships.get(person.userid) ?? []).filter(isMeant)
    const isIn = meant.some((one) => team === undefined || one.team === team)
    return isIn || (team === undefined && !query.onlyAdmins && !query.onlyArchived) ? [{ person, meant }] : []
  })
  const page = pageOf(rows, query)
  return { ...page, rows: page.rows.map(({ person, meant }) => toListed(ctx, actor, person, meant)) }
}

function isNamed({ email, firstname, lastname }: Person, q: string | undefined): boolean {
  if (!q) return true
  const wanted = foldText(q)
  return [email, firstname, lastname, `${firstname} ${lastname}`].some((text) => foldText(text).includes(wanted))
}

function toListed(
  ctx: Context,
  actor: Actor,
  person: Person,
  memberships: readonly repo.NamedMembership[],
): ListedUser {
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
  if (!actor.isSysadmin && actor.adminOf.length === 0) return all
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

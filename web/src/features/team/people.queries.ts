import { type ListedUser, type User, type UserPatch, type UserTeam, users } from '@aliquot/contract/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { patchIfUnchanged } from '../../api/if-unchanged.ts'
import { ROWS_IN_PAGE, type RowPage } from '../../ui/layout/paged-rows.ts'

/** The filters of a list of people. */
export const GROUPS = ['everybody', 'admins', 'archived', 'unvalidated'] as const
export type PeopleGroup = (typeof GROUPS)[number]

export interface PeopleFilter {
  /** Words of the name or e-mail. */
  q: string
  group: PeopleGroup
  /** Only members of the current team, past ones included. Its id is part of the query key. */
  team?: number
}

const KEY = ['accounts']

const GROUP_QUERIES: Readonly<Record<PeopleGroup, Record<string, number>>> = {
  everybody: {},
  admins: { onlyAdmins: 1 },
  archived: { onlyArchived: 1 },
  unvalidated: { onlyUnvalidated: 1 },
}

/** People with their accounts, searched by the service, page by page. */
export function peoplePage({ q, group, team }: PeopleFilter) {
  return (page: number) =>
    queryOptions({
      queryKey: [...KEY, team ?? 'all', group, q, page] as readonly unknown[],
      queryFn: ({ signal }): Promise<RowPage<ListedUser>> => {
        const range = { limit: ROWS_IN_PAGE, offset: page * ROWS_IN_PAGE }
        return readPeople({ q, ...GROUP_QUERIES[group], ...(team && { currentTeam: 1 }), ...range }, signal)
      },
    })
}

/** One person in the form of lists. */
export function onePerson(person: ListedUser) {
  return queryOptions({
    queryKey: [...KEY, 'one', person.userid] as readonly unknown[],
    queryFn: ({ signal }): Promise<RowPage<ListedUser>> => readPeople({ ids: String(person.userid) }, signal),
    initialData: { rows: [person], total: 1, totalIsExact: true },
  })
}

async function readPeople(query: Record<string, string | number>, signal: AbortSignal): Promise<RowPage<ListedUser>> {
  const { data, total, totalIsExact } = await call(users.list, { query, signal })
  return { rows: data, total: total ?? data.length, totalIsExact }
}

/** The membership of a person in this team. */
export function placeOf({ teams }: ListedUser, team: number): UserTeam | undefined {
  return teams?.find(({ id }) => id === team)
}

export interface PersonChange {
  body: Partial<UserPatch>
  /** Shown in lists until the service has answered. */
  preview: Partial<ListedUser>
  /** For undo: only if these values are unchanged. */
  left?: Partial<User>
}

/** Changes a person optimistically in all lists, and reloads them after the answer. */
export function usePatchPerson() {
  const client = useQueryClient()
  const show = (userid: number, change: Partial<ListedUser>) =>
    client.setQueriesData<RowPage<ListedUser>>({ queryKey: KEY }, (before) => withPerson(before, userid, change))
  return useMutation({
    mutationFn: ({ person, body, left }: PersonChange & { person: ListedUser }) =>
      patchIfUnchanged(users, { params: { id: person.userid }, body }, left),
    onMutate: async ({ person, preview }) => {
      await client.cancelQueries({ queryKey: KEY })
      show(person.userid, preview)
    },
    onSuccess: ({ data }) => show(data.userid, listedPartOf(data)),
    onSettled: (_, __, { person }) => {
      // One's own name and rights appear all over the page.
      if (person.userid === client.getQueryData<{ userid: number }>(['session'])?.userid) {
        void client.invalidateQueries({ queryKey: ['session'] })
      }
      return client.invalidateQueries({ queryKey: KEY })
    },
  })
}

function withPerson(page: RowPage<ListedUser> | undefined, userid: number, change: Partial<ListedUser>) {
  const edit = (person: ListedUser) => (person.userid === userid ? { ...person, ...change } : person)
  return page && { ...page, rows: page.rows.map(edit) }
}

function listedPartOf({ email, firstname, lastname, fullname, initials, is_sysadmin, ...user }: User) {
  const { validated, valid_until, teams } = user
  return { email, firstname, lastname, fullname, initials, is_sysadmin, validated, valid_until, teams }
}

/** Reloads the lists of people. */
export function usePeopleChanged(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: KEY })
}

export interface Invitation {
  firstname: string
  lastname: string
  email: string
  /** Only sysadmins choose; others add to the current team. */
  team?: number
}

/** Creates an account in the team and returns its id, for a link. */
export async function addMember(invitation: Invitation): Promise<number> {
  return (await call(users.add, { body: invitation })).id
}

/** Adds somebody with an account to a team by e-mail; returns their name. */
export async function addByEmail(email: string, team: number): Promise<string> {
  const { data } = await call(users.list, { query: { q: email } })
  const person = data.find((one) => one.email.toLowerCase() === email.toLowerCase())
  if (!person) throw new Error(`Nobody with ${email}`)
  await call(users.patch, { params: { id: person.userid }, body: { action: 'add', team } })
  return person.fullname
}

/** A single-use password link. Not a mutation, because the library would keep it in memory. */
export async function createPasswordLink(userid: number): Promise<string> {
  const { location } = await call(users.addPasswordLink, { params: { id: userid }, body: {} })
  // Without a configured public address the service omits the origin: use that of this page.
  return new URL(location ?? '', window.location.href).href
}

/** Deletes an unused account. If it is in use, the service says what for. */
export function useDeletePerson() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userid: number) => call(users.remove, { params: { id: userid } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

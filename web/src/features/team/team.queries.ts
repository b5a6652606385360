import type { ListedUser, User, UserPatch, UserTeam, users } from '@aliquot/contract/users'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { get, patch, post } from '../../api/client.ts'

export interface PeopleFilter {
  /** Words of the name or e-mail. */
  q: string
  /** Only who is or was in the team one acts in, by its number: it is part of what the list is about. */
  team?: number
}

interface PeoplePage {
  people: ListedUser[]
  total: number
  next: number | undefined
}

const PAGE_SIZE = 50
const KEY = ['accounts']

/** People with their accounts, looked up by the service, a page at a time. */
export function peoplePages({ q, team }: PeopleFilter) {
  return infiniteQueryOptions({
    queryKey: [...KEY, team ?? 'all', q],
    queryFn: async ({ pageParam, signal }): Promise<PeoplePage> => {
      const filter = { q, limit: PAGE_SIZE, offset: pageParam, ...(team !== undefined && { currentTeam: 1 }) }
      const { data, total } = await get<typeof users.list>('/users', filter, { signal })
      const end = pageParam + data.length
      return { people: data, total: total ?? end, next: data.length > 0 && end < (total ?? 0) ? end : undefined }
    },
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}

/** What somebody is in this team. */
export function placeOf({ teams }: ListedUser, team: number): UserTeam | undefined {
  return teams?.find(({ id }) => id === team)
}

export interface PersonChange {
  body: Partial<UserPatch>
  /** What lists show until the service has answered. */
  preview: Partial<ListedUser>
}

/** Changes a person: shown at once in all lists, and looked up anew when the service has answered or refused. */
export function usePatchPerson() {
  const client = useQueryClient()
  const show = (userid: number, change: Partial<ListedUser>) =>
    client.setQueriesData<InfiniteData<PeoplePage>>({ queryKey: KEY }, (before) => withPerson(before, userid, change))
  return useMutation({
    mutationFn: ({ person, body }: PersonChange & { person: ListedUser }) =>
      patch<typeof users.patch>(`/users/${person.userid}`, body),
    onMutate: async ({ person, preview }) => {
      await client.cancelQueries({ queryKey: KEY })
      show(person.userid, preview)
    },
    onSuccess: ({ data }) => show(data.userid, listedPartOf(data)),
    onSettled: (_, __, { person }) => {
      // One's own name and rights are all over the page.
      if (person.userid === client.getQueryData<{ userid: number }>(['session'])?.userid) {
        void client.invalidateQueries({ queryKey: ['session'] })
      }
      return client.invalidateQueries({ queryKey: KEY })
    },
  })
}

function withPerson(
  data: InfiniteData<PeoplePage> | undefined,
  userid: number,
  change: Partial<ListedUser>,
): InfiniteData<PeoplePage> | undefined {
  const edit = (person: ListedUser) => (person.userid === userid ? { ...person, ...change } : person)
  return data && { ...data, pages: data.pages.map((page) => ({ ...page, people: page.people.map(edit) })) }
}

function listedPartOf({ email, firstname, lastname, fullname, initials, is_sysadmin, ...user }: User) {
  const { validated, valid_until, teams } = user
  return { email, firstname, lastname, fullname, initials, is_sysadmin, validated, valid_until, teams }
}

/** Lists of people do not show who there is any more. */
export function usePeopleChanged(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: KEY })
}

export interface Invitation {
  firstname: string
  lastname: string
  email: string
  /** Only sysadmins choose; everybody else adds to the team they act in. */
  team?: number
}

/** Makes an account in the team. Its id is what a link is made for. */
export async function addMember(invitation: Invitation): Promise<number> {
  return (await post<typeof users.add>('/users', invitation)).id
}

/** A link to set a password, good once. Kept by nobody, so not a mutation. */
export async function createPasswordLink(userid: number): Promise<string> {
  const { location } = await post<typeof users.addPasswordLink>(`/users/${userid}/password_link`, {})
  return location ?? ''
}

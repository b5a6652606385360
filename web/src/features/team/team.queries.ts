import type { ListedUser, UserPatch, users } from '@aliquot/contract/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, patch, post } from '../../api/client.ts'
import { useSession } from '../session/session.queries.ts'

/** Everybody who is or was in the team one acts in. */
export function teamMembers(team: number) {
  return queryOptions({
    queryKey: ['members', team],
    queryFn: async () => (await get<typeof users.list>('/users', { currentTeam: 1 })).data,
  })
}

export type Place = Pick<UserPatch, 'target' | 'content'>

/** Changes somebody's place in the team: shown at once, taken back when the service refuses. */
export function useChangePlace() {
  const client = useQueryClient()
  const { team } = useSession()
  const { queryKey } = teamMembers(team)
  return useMutation({
    mutationFn: ({ member, target, content }: Place & { member: ListedUser }) =>
      patch<typeof users.patch>(`/users/${member.userid}`, { action: 'patchuser2team', team, target, content }),
    onMutate: async ({ member, target, content }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (before) =>
        before?.map((one) => (one.userid === member.userid ? withPlace(one, team, { target, content }) : one)),
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

function withPlace(member: ListedUser, team: number, { target, content }: Place): ListedUser {
  const teams = member.teams?.map((one) => (one.id === team && target ? { ...one, [target]: content } : one))
  return { ...member, ...(teams && { teams }) }
}

export interface Invitation {
  firstname: string
  lastname: string
  email: string
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

import { type ListedTeamgroup, type Teamgroup, teamgroups } from '@aliquot/contract/teamgroups'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { patchIfUnchanged } from '../../api/if-unchanged.ts'

export function groupsOf(team: number) {
  return queryOptions({
    queryKey: ['team-groups', team],
    queryFn: () => readGroups(team),
  })
}

/** The service returns them by id, or an empty list if there are none. */
async function readGroups(team: number): Promise<ListedTeamgroup[]> {
  const { data } = await call(teamgroups.list, { params: { id: team } })
  return Array.isArray(data) ? [] : Object.values(data)
}

async function isMember(team: number, id: number, { userid }: GroupMember): Promise<boolean> {
  const group = (await readGroups(team)).find((one) => one.id === id)
  return group?.users.some((one) => one.userid === userid) ?? false
}

/** Optimistic changes of the team's groups, reloaded after the answer. */
export function useGroupChanges(team: number) {
  const client = useQueryClient()
  const { queryKey } = groupsOf(team)
  const show = async (edit: (group: ListedTeamgroup) => ListedTeamgroup) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (before) => before?.map(edit))
  }
  const onSettled = () => client.invalidateQueries({ queryKey })
  const add = useMutation({
    mutationFn: (name: string) => call(teamgroups.add, { params: { id: team }, body: { name } }),
    onSettled,
  })
  const rename = useMutation({
    mutationFn: ({ id, name, left }: { id: number; name: string; left?: Partial<Teamgroup> }) =>
      patchIfUnchanged(teamgroups, { params: { id: team, subid: id }, body: { name } }, left),
    onMutate: ({ id, name }) => show((group) => (group.id === id ? { ...group, name } : group)),
    onSettled,
  })
  const setMember = useMutation({
    /** False if somebody else has done so since the list was loaded. */
    mutationFn: async ({ id, person, is }: { id: number; person: GroupMember; is: boolean }): Promise<boolean> => {
      if ((await isMember(team, id, person)) === is) return false
      await call(teamgroups.patch, {
        params: { id: team, subid: id },
        body: { how: is ? 'add' : 'unreference', userid: person.userid },
      })
      return true
    },
    onMutate: ({ id, person, is }) =>
      show((group) => {
        if (group.id !== id) return group
        const others = group.users.filter(({ userid }) => userid !== person.userid)
        return { ...group, users: is ? [...others, person] : others }
      }),
    onSettled,
  })
  return { add, rename, setMember, changed: onSettled }
}

export type GroupMember = ListedTeamgroup['users'][number]

export function deleteGroup(team: number, id: number, options: { keepalive?: boolean }): Promise<unknown> {
  return call(teamgroups.remove, { params: { id: team, subid: id }, ...options })
}

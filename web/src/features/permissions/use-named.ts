import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import type { Named } from '../entry-data/permission-lists.ts'
import { useSession } from '../session/session.queries.ts'
import { teamGroups, visibleTeams } from './groups.queries.ts'
import { namesOf } from './people.queries.ts'
import { permissionMessages } from './permissions.messages.ts'

/** The names of people, groups and teams, because permissions have only ids. */
export function useNames(named: readonly Named[]): (one: Named) => string {
  const text = useMessages(permissionMessages)
  const { team } = useSession()
  const ids = named.filter(({ kind }) => kind === 'users').map(({ id }) => id)
  const { data: people } = useQuery({ ...namesOf(ids), placeholderData: keepPreviousData, enabled: ids.length > 0 })
  const { data: groups } = useQuery({ ...teamGroups(team), enabled: named.some(({ kind }) => kind === 'teamgroups') })
  const { data: teams } = useQuery({ ...visibleTeams(), enabled: named.some(({ kind }) => kind === 'teams') })
  return ({ kind, id }) => {
    if (kind === 'users') return people?.get(id) ?? text.person(id)
    if (kind === 'teams') return teams?.find((one) => one.id === id)?.name ?? text.team(id)
    return groups?.find((one) => one.id === id)?.name ?? text.group(id)
  }
}

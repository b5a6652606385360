import type { ListedUser, User, UserTeam } from '@aliquot/contract/users'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useSession } from '../session/session.queries.ts'
import { peopleMessages } from './people.messages.ts'
import { type PersonChange, usePatchPerson } from './people.queries.ts'

/** The actions on a person and their memberships, with undo where the viewer may undo them. */
export function useMembership(person: ListedUser) {
  const text = useMessages(peopleMessages)
  const { show, fail } = useToasts()
  const { is_sysadmin } = useSession()
  const { mutateAsync } = usePatchPerson()
  const teams = person.teams ?? []
  const name = person.fullname

  /** By promise, because the row may leave its list before the service answers. */
  function apply(change: PersonChange, message: string, back?: (after: User) => Promise<unknown>): Promise<void> {
    return mutateAsync({ person, ...change }).then(({ data }) => {
      const undo = back && (async () => void (await back(data)))
      show({ message, ...(undo && { undo }) })
    }, fail)
  }

  function setPlace(place: UserTeam, target: 'is_admin' | 'is_archived', content: 0 | 1): PersonChange {
    return {
      body: { action: 'patchuser2team', team: place.id, target, content },
      preview: { teams: teams.map((one) => (one.id === place.id ? { ...one, [target]: content } : one)) },
    }
  }

  function toggle(place: UserTeam, target: 'is_admin' | 'is_archived', content: 0 | 1, message: string) {
    const back = setPlace(place, target, content === 1 ? 0 : 1)
    return apply(setPlace(place, target, content), message, () => mutateAsync({ person, ...back }))
  }

  return {
    apply,
    setAdmin: (place: UserTeam, is: 0 | 1) =>
      toggle(place, 'is_admin', is, is === 1 ? text.isAdmin(name) : text.isNoAdmin(name)),
    setArchived: (place: UserTeam, is: 0 | 1) =>
      toggle(place, 'is_archived', is, is === 1 ? text.isArchived(name) : text.isBack(name)),
    /** In all teams at once; undo restores those in which they were active. */
    archive() {
      const active = teams.filter((place) => place.is_archived === 0)
      const comeBack = async () => {
        for (const place of active) {
          const { body } = setPlace(place, 'is_archived', 0)
          await mutateAsync({ person, body, preview: {} })
        }
      }
      const everywhere = teams.map((place) => ({ ...place, is_archived: 1 as const }))
      return apply({ body: { action: 'archive' }, preview: { teams: everywhere } }, text.isArchived(name), comeBack)
    },
    join(team: { id: number; name: string }) {
      const place = { ...team, is_admin: 0, is_owner: 0, is_archived: 0, usergroup: 4 } as const
      return apply(
        { body: { action: 'add', team: team.id }, preview: { teams: [...teams, place] } },
        text.joined(name, team.name),
        // Undo only works if nobody has changed the membership since.
        (after) =>
          mutateAsync({
            person,
            body: { action: 'unreference', team: team.id },
            preview: { teams },
            ...teamsOf(after),
          }),
      )
    },
    leave(place: UserTeam) {
      const comeBack = async (after: User) => {
        await mutateAsync({ person, body: { action: 'add', team: place.id }, preview: { teams }, ...teamsOf(after) })
        const { body } = setPlace(place, 'is_admin', 1)
        if (place.is_admin === 1) await mutateAsync({ person, body, preview: { teams } })
      }
      const without = { teams: teams.filter(({ id }) => id !== place.id) }
      const change = { body: { action: 'unreference', team: place.id }, preview: without } as const
      // Only sysadmins add people to teams, so only they can undo it.
      return apply(change, text.left(name, place.name), is_sysadmin === 1 ? comeBack : undefined)
    },
  }
}

/** For undo: only if nobody else has changed the memberships. */
function teamsOf({ teams }: User): Pick<PersonChange, 'left'> {
  return teams ? { left: { teams } } : {}
}

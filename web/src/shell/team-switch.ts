import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentSession, useSwitchTeam } from '../features/session/session.queries.ts'
import { onTeamSwitched } from '../features/session/signed-in.ts'
import { useMessages } from '../i18n/messages.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { shellMessages } from './shell.messages.ts'

/** Switches to another team and says so. */
export function useTeamSwitch() {
  const text = useMessages(shellMessages)
  const { show, fail } = useToasts()
  const { mutate } = useSwitchTeam()
  return (team: { id: number; name: string } | undefined) => {
    if (!team) return
    mutate(team.id, {
      onSuccess: () => show({ message: text.switchedTo(team.name) }),
      onError: fail,
    })
  }
}

/** Follows when another page of this browser switches the team, and says so. */
export function useFollowTeam(): void {
  const text = useMessages(shellMessages)
  const { show } = useToasts()
  const client = useQueryClient()
  useEffect(() => {
    const follow = async () => {
      const session = await client.fetchQuery({ ...currentSession(), staleTime: 0 })
      const team = session?.teams.find(({ id }) => id === session.team)
      if (team) show({ message: text.switchedTo(team.name) })
      await client.invalidateQueries()
    }
    // If it fails now, it is retried when the service answers again.
    return onTeamSwitched(() => void follow().catch(() => {}))
  }, [client, show, text])
}

import { useSwitchTeam } from '../features/session/session.queries.ts'
import { useTexts } from '../i18n/text.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { shellTexts } from './shell.text.ts'

/** Switches to another team, and says where one is now. */
export function useTeamSwitch() {
  const text = useTexts(shellTexts)
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

import { ChevronsUpDown } from 'lucide-react'
import { useSession } from '../features/session/session.queries.ts'
import { useMessages } from '../i18n/messages.tsx'
import { onDemand } from '../ui/on-demand/on-demand.tsx'
import { MenuOnDemand } from './MenuOnDemand.tsx'
import classes from './Sidebar.module.css'
import { shellMessages } from './shell.messages.ts'

const TeamMenuOpened = onDemand(async () => (await import('./TeamMenuOpened.tsx')).TeamMenuOpened)

/** The current team; a menu for people in several teams. */
export function TeamSwitcher({ isNarrow }: { isNarrow: boolean }) {
  const text = useMessages(shellMessages)
  const { team, teams } = useSession()
  const current = teams.find(({ id }) => id === team)?.name ?? ''
  const name = (
    <>
      <img src="/icon.svg" alt="" width={20} height={20} />
      <span className={classes.label}>{current}</span>
    </>
  )
  if (teams.length < 2) {
    return (
      <div className={classes.team} title={isNarrow ? current : undefined}>
        {name}
      </div>
    )
  }
  return (
    <MenuOnDemand
      load={TeamMenuOpened.load}
      className={classes.team}
      aria-label={`${current}: ${text.switchTeam}`}
      opened={(target) => <TeamMenuOpened target={target} />}
    >
      {name}
      {!isNarrow && <ChevronsUpDown size={14} aria-hidden />}
    </MenuOnDemand>
  )
}

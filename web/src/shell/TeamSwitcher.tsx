import { Menu } from '@mantine/core'
import { ChevronsUpDown } from 'lucide-react'
import { useSession, useSwitchTeam } from '../features/session/session.queries.ts'
import { useTexts } from '../i18n/text.tsx'
import { useToasts } from '../ui/toasts.tsx'
import classes from './Sidebar.module.css'
import { shellTexts } from './shell.text.ts'

/** The team in which one works; a menu for those who are in several. */
export function TeamSwitcher({ isNarrow }: { isNarrow: boolean }) {
  const text = useTexts(shellTexts)
  const { team, teams } = useSession()
  const switchTo = useTeamSwitch()
  const current = teams.find(({ id }) => id === team)?.name ?? ''
  const name = (
    <>
      <img src="/icon.svg" alt="" width={20} height={20} />
      <span className={classes.label}>{current}</span>
    </>
  )
  if (teams.length < 2) {
    return (
      <div
        className={classes.team}
        style={{ cursor: 'default', background: 'none' }}
        title={isNarrow ? current : undefined}
      >
        {name}
      </div>
    )
  }
  return (
    <Menu position="bottom-start" width={224} withinPortal>
      <Menu.Target>
        <button type="button" className={classes.team} aria-label={`${text.switchTeam}: ${current}`}>
          {name}
          {!isNarrow && <ChevronsUpDown size={14} aria-hidden />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text.switchTeam}</Menu.Label>
        <Menu.RadioGroup value={String(team)} onChange={(id) => switchTo(teams.find((one) => String(one.id) === id))}>
          {teams.map((one) => (
            <Menu.RadioItem key={one.id} value={String(one.id)} closeMenuOnClick>
              {one.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Switches, and says where one is now. */
export function useTeamSwitch() {
  const text = useTexts(shellTexts)
  const { show } = useToasts()
  const { mutate } = useSwitchTeam()
  return (team: { id: number; name: string } | undefined) => {
    if (!team) return
    mutate(team.id, {
      onSuccess: () => show({ message: text.switchedTo(team.name) }),
      onError: (error) => show({ message: error.message, tone: 'error' }),
    })
  }
}

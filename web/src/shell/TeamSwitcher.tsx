import { Menu } from '@mantine/core'
import { Check, ChevronsUpDown } from 'lucide-react'
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
        {teams.map((one) => (
          <Menu.Item
            key={one.id}
            role="menuitemradio"
            aria-checked={one.id === team}
            rightSection={one.id === team && <Check size={14} aria-hidden />}
            onClick={() => switchTo(one)}
          >
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Switches, and says where one is now. */
export function useTeamSwitch() {
  const text = useTexts(shellTexts)
  const { show } = useToasts()
  const { mutate } = useSwitchTeam()
  return ({ id, name }: { id: number; name: string }) =>
    mutate(id, {
      onSuccess: () => show({ message: text.switchedTo(name) }),
      onError: (error) => show({ message: error.message, tone: 'error' }),
    })
}

import { Menu } from '@mantine/core'
import { useSession } from '../features/session/session.queries.ts'
import { useMessages } from '../i18n/messages.tsx'
import { shellMessages } from './shell.messages.ts'
import { useTeamSwitch } from './team-switch.ts'

/** The person's teams as menu items. */
export function TeamItems() {
  const text = useMessages(shellMessages)
  const { team, teams } = useSession()
  const switchTo = useTeamSwitch()
  return (
    <>
      <Menu.Label>{text.switchTeam}</Menu.Label>
      <Menu.RadioGroup value={String(team)} onChange={(id) => switchTo(teams.find((one) => String(one.id) === id))}>
        {teams.map((one) => (
          <Menu.RadioItem key={one.id} value={String(one.id)} closeMenuOnClick>
            {one.name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  Compass,
  FileDown,
  FileUp,
  Keyboard,
  KeyRound,
  LayoutTemplate,
  ListTodo,
  LogOut,
  Monitor,
  Moon,
  ShieldCheck,
  Sun,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { exportLinkMessages } from '../features/exports/export-link.messages.ts'
import { importLinkMessages } from '../features/imports/import-link.messages.ts'
import { useSession } from '../features/session/session.queries.ts'
import { askForTour } from '../features/tour/tour-request.ts'
import { useMessages } from '../i18n/messages.tsx'
import { Keys } from '../ui/keys/Keys.tsx'
import { useLanguageChoice } from '../ui/language-choice.ts'
import { type ThemeName, themes, useTheme } from '../ui/theme/theme-choice.ts'
import type { Dialogs } from './dialogs.ts'
import { placeMessages } from './navigation.messages.ts'
import { shellMessages } from './shell.messages.ts'
import { useSignOut } from './sign-out.ts'
import { TeamItems } from './TeamItems.tsx'

const icons = { light: Sun, dark: Moon, auto: Monitor }

/** The menu of `UserMenu`, which loads it when it is first opened. */
export function UserMenuOpened({ dialogs, target }: { dialogs: Dialogs; target: ReactElement }) {
  const text = useMessages(shellMessages)
  const places = useMessages(placeMessages)
  const importing = useMessages(importLinkMessages)
  const exporting = useMessages(exportLinkMessages)
  const { email, teams, is_sysadmin } = useSession()
  const signOut = useSignOut()
  return (
    <Menu
      position="top-start"
      width={240}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      defaultOpened
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown aria-label={text.userMenu} mah="85dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item leftSection={<UserRound size={16} aria-hidden />} component={Link} to="/account">
          {text.account}
        </Menu.Item>
        <Menu.Item leftSection={<KeyRound size={16} aria-hidden />} component={Link} to="/account/keys">
          {text.apiKeys}
        </Menu.Item>
        <Menu.Item hiddenFrom="sm" leftSection={<ListTodo size={16} aria-hidden />} component={Link} to="/to-do">
          {places.todo}
        </Menu.Item>
        <Menu.Item
          hiddenFrom="sm"
          leftSection={<LayoutTemplate size={16} aria-hidden />}
          component={Link}
          to="/templates"
        >
          {text.templates}
        </Menu.Item>
        <Menu.Item leftSection={<UsersRound size={16} aria-hidden />} component={Link} to="/team">
          {text.team}
        </Menu.Item>
        <Menu.Item leftSection={<FileUp size={16} aria-hidden />} component={Link} to="/import">
          {importing.import}
        </Menu.Item>
        <Menu.Item leftSection={<FileDown size={16} aria-hidden />} component={Link} to="/exports">
          {exporting.exports}
        </Menu.Item>
        {is_sysadmin === 1 && (
          <Menu.Item leftSection={<ShieldCheck size={16} aria-hidden />} component={Link} to="/admin">
            {text.administration}
          </Menu.Item>
        )}
        <Menu.Item
          visibleFrom="sm"
          leftSection={<Keyboard size={16} aria-hidden />}
          rightSection={<Keys of="?" />}
          onClick={() => dialogs.show('shortcuts')}
        >
          {text.shortcuts}
        </Menu.Item>
        <Menu.Item leftSection={<Compass size={16} aria-hidden />} onClick={askForTour}>
          {text.tour}
        </Menu.Item>
        {teams.length > 1 && (
          <>
            <Menu.Divider />
            <TeamItems />
          </>
        )}
        <Menu.Divider />
        <ThemeItems />
        <Menu.Divider />
        <LanguageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={signOut}>
          {text.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function ThemeItems() {
  const { theme, texts, setTheme } = useTheme()
  return (
    <>
      <Menu.Label>{texts.title}</Menu.Label>
      <Menu.RadioGroup value={theme} onChange={(name) => setTheme(name as ThemeName)}>
        {themes.map((name) => {
          const Icon = icons[name]
          return (
            <Menu.RadioItem key={name} value={name} rightSection={<Icon size={16} aria-hidden />}>
              {texts[name]}
            </Menu.RadioItem>
          )
        })}
      </Menu.RadioGroup>
    </>
  )
}

function LanguageItems() {
  const text = useMessages(shellMessages)
  const { language, languages, choose } = useLanguageChoice()
  return (
    <>
      <Menu.Label>{text.language}</Menu.Label>
      <Menu.RadioGroup value={language} onChange={choose}>
        {languages.map(({ code, name }) => (
          <Menu.RadioItem key={code} value={code} lang={code}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

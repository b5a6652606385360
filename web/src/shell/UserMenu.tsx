import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Keyboard, KeyRound, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../features/session/session.queries.ts'
import { type Language, languages, useLanguage, useTexts } from '../i18n/text.tsx'
import { Keys } from '../ui/Keys.tsx'
import type { Dialogs } from './dialogs.ts'
import classes from './Sidebar.module.css'
import { shellTexts } from './shell.text.ts'
import { useSignOut } from './sign-out.ts'
import { type ThemeName, themes, useTheme } from './theme-choice.ts'

const icons = { light: Sun, dark: Moon, auto: Monitor }

/** Who one is; look, language, account and the way out. `children`: what opens it instead of the name. */
export function UserMenu({
  dialogs,
  isNarrow,
  children,
}: {
  dialogs: Dialogs
  isNarrow: boolean
  children?: ReactNode
}) {
  const text = useTexts(shellTexts)
  const session = useSession()
  const signOut = useSignOut()
  return (
    <Menu position="top-start" width={240} withinPortal>
      <Menu.Target>
        {children ?? (
          <button type="button" className={classes.item} title={isNarrow ? session.fullname : undefined}>
            <span className={classes.avatar} aria-hidden>
              {initials(session.fullname)}
            </span>
            <span className={classes.label}>{session.fullname}</span>
          </button>
        )}
      </Menu.Target>
      <Menu.Dropdown aria-label={text.userMenu}>
        <Menu.Label>{session.email}</Menu.Label>
        <Menu.Item leftSection={<UserRound size={16} aria-hidden />} component={Link} to="/account">
          {text.account}
        </Menu.Item>
        <Menu.Item leftSection={<KeyRound size={16} aria-hidden />} component={Link} to="/account/keys">
          {text.apiKeys}
        </Menu.Item>
        <Menu.Item
          leftSection={<Keyboard size={16} aria-hidden />}
          rightSection={<Keys of="?" />}
          onClick={() => dialogs.show('shortcuts')}
        >
          {text.shortcuts}
        </Menu.Item>
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
  const text = useTexts(shellTexts)
  const { language, setLanguage } = useLanguage()
  return (
    <>
      <Menu.Label>{text.language}</Menu.Label>
      <Menu.RadioGroup value={language} onChange={(code) => setLanguage(code as Language)}>
        {Object.entries(languages).map(([code, name]) => (
          <Menu.RadioItem key={code} value={code} lang={code}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}

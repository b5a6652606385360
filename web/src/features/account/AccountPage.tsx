import { Title } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { KeyRound, Lock, type LucideIcon, MonitorSmartphone, Palette, PenLine, UserRound } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { MissingPage } from '../../shell/ErrorPages.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import classes from './AccountPage.module.css'
import { ApikeysSection } from './ApikeysSection.tsx'
import { accountTexts } from './account.text.ts'
import { LookSection } from './LookSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { WritingSection } from './WritingSection.tsx'

const route = getRouteApi('/inside/account/{-$section}')

type Name = keyof (typeof accountTexts)['en']['sections']

const sections: Record<Name, { icon: LucideIcon; content: ComponentType }> = {
  profile: { icon: UserRound, content: ProfileSection },
  password: { icon: Lock, content: PasswordSection },
  look: { icon: Palette, content: LookSection },
  writing: { icon: PenLine, content: WritingSection },
  sessions: { icon: MonitorSmartphone, content: SessionsSection },
  keys: { icon: KeyRound, content: ApikeysSection },
}

/** What everybody sets for themselves. */
export function AccountPage() {
  const text = useTexts(accountTexts)
  const { section = 'profile' } = route.useParams()
  usePageTitle(text.sections[section as Name] ?? text.title)
  if (!Object.hasOwn(sections, section)) return <MissingPage />
  const { content: Content } = sections[section as Name]
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        {text.title}
      </Title>
      <div className={classes.columns}>
        <nav className={classes.nav} aria-label={text.title}>
          {Object.entries(sections).map(([name, { icon: Icon }]) => (
            <Link
              key={name}
              ref={name === section ? showInRow : undefined}
              to="/account/{-$section}"
              params={{ section: name }}
              className={classes.link}
              data-active={name === section || undefined}
              aria-current={name === section ? 'page' : undefined}
            >
              <Icon size={18} aria-hidden />
              {text.sections[name as Name]}
            </Link>
          ))}
        </nav>
        <div className={classes.content}>
          <Content />
        </div>
      </div>
    </div>
  )
}

/** On small screens the sections stand in a row that scrolls. */
function showInRow(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

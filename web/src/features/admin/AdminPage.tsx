import { Text, Title } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { HeartPulse, type LucideIcon, ScrollText, UserRound, UsersRound } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { MissingPage } from '../../shell/ErrorPages.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import classes from '../account/AccountPage.module.css'
import { useSession } from '../session/session.queries.ts'
import { AuditSection } from './AuditSection.tsx'
import { adminTexts } from './admin.text.ts'
import { HealthSection } from './HealthSection.tsx'
import { TeamsSection } from './TeamsSection.tsx'
import { UsersSection } from './UsersSection.tsx'

const route = getRouteApi('/inside/admin/{-$section}')

type Name = keyof (typeof adminTexts)['en']['sections']

const sections: Record<Name, { icon: LucideIcon; content: ComponentType }> = {
  users: { icon: UserRound, content: UsersSection },
  teams: { icon: UsersRound, content: TeamsSection },
  audit: { icon: ScrollText, content: AuditSection },
  health: { icon: HeartPulse, content: HealthSection },
}

/** What runs the whole instance, for its sysadmins. */
export function AdminPage() {
  const text = useTexts(adminTexts)
  const { is_sysadmin } = useSession()
  const { section = 'users' } = route.useParams()
  usePageTitle(text.sections[section as Name] ?? text.title)
  if (!Object.hasOwn(sections, section)) return <MissingPage />
  const { content: Content } = sections[section as Name]
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        {text.title}
      </Title>
      {is_sysadmin !== 1 ? (
        <Text mt="md">{text.onlySysadmins}</Text>
      ) : (
        <div className={classes.columns}>
          <nav className={classes.nav} aria-label={text.title}>
            {Object.entries(sections).map(([name, { icon: Icon }]) => (
              <Link
                key={name}
                to="/admin/{-$section}"
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
      )}
    </div>
  )
}

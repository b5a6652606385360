import { Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { HeartPulse, ScrollText, Settings2, UserRound, UsersRound } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import classes from '../../ui/layout/SectionPage.module.css'
import { SectionPage, type Sections } from '../../ui/layout/SectionPage.tsx'
import { useSession } from '../session/session.queries.ts'
import { AuditSection } from './AuditSection.tsx'
import { adminMessages } from './admin.messages.ts'
import { ConfigSection } from './ConfigSection.tsx'
import { HealthSection } from './HealthSection.tsx'
import { TeamsSection } from './TeamsSection.tsx'
import { UsersSection } from './UsersSection.tsx'

const route = getRouteApi('/inside/admin/{-$section}')

type Name = keyof (typeof adminMessages)['english']['sections']

const sections: Sections<Name> = {
  users: { icon: UserRound, content: UsersSection },
  teams: { icon: UsersRound, content: TeamsSection },
  settings: { icon: Settings2, content: ConfigSection },
  audit: { icon: ScrollText, content: AuditSection },
  health: { icon: HeartPulse, content: HealthSection },
}

/** The control panel of sysadmins. */
export function AdminPage() {
  const text = useMessages(adminMessages)
  const { is_sysadmin } = useSession()
  const { section = 'users' } = route.useParams()
  if (is_sysadmin !== 1) return <NotForYou />
  return (
    <SectionPage
      title={text.title}
      sections={sections}
      labels={text.sections}
      to="/admin/{-$section}"
      section={section}
    />
  )
}

function NotForYou() {
  const text = useMessages(adminMessages)
  usePageTitle(text.title)
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        {text.title}
      </Title>
      <Text mt="md">{text.onlySysadmins}</Text>
    </div>
  )
}

import { Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import {
  HeartPulse,
  Mail,
  Microscope,
  ScrollText,
  Settings2,
  Truck,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import classes from '../../ui/layout/SectionPage.module.css'
import { SectionPage, type Sections } from '../../ui/layout/SectionPage.tsx'
import { MoveInSection } from '../move-in/move-in-section.tsx'
import { useSession } from '../session/session.queries.ts'
import { InstanceAgents } from '../team/agents/agent-sections.tsx'
import { InstanceWebhooks } from '../webhooks/webhook-sections.tsx'
import { AuditSection } from './AuditSection.tsx'
import { adminMessages } from './admin.messages.ts'
import { HealthSection } from './HealthSection.tsx'
import { ConfigSection } from './settings/ConfigSection.tsx'
import { MailSection } from './settings/MailSection.tsx'
import { TeamsSection } from './TeamsSection.tsx'
import { UsersSection } from './UsersSection.tsx'

const route = getRouteApi('/inside/admin/{-$section}')

type Name = keyof (typeof adminMessages)['english']['sections']

const sections: Sections<Name> = {
  users: { icon: UserRound, content: UsersSection },
  teams: { icon: UsersRound, content: TeamsSection },
  settings: { icon: Settings2, content: ConfigSection },
  mail: { icon: Mail, content: MailSection },
  audit: { icon: ScrollText, content: AuditSection },
  health: { icon: HeartPulse, content: HealthSection },
  webhooks: { icon: Webhook, content: InstanceWebhooks },
  instruments: { icon: Microscope, content: InstanceAgents },
  'move-in': { icon: Truck, content: MoveInSection },
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

import { getRouteApi } from '@tanstack/react-router'
import { Microscope, Settings2, Shapes, Tags, UserRound, UsersRound, Webhook } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { SectionPage, type Sections } from '../../ui/layout/SectionPage.tsx'
import { useSession } from '../session/session.queries.ts'
import { TeamWebhooks } from '../webhooks/webhook-sections.tsx'
import { TeamAgents } from './agents/agent-sections.tsx'
import { GroupsSection } from './GroupsSection.tsx'
import { LabelsSection } from './LabelsSection.tsx'
import { MembersSection } from './MembersSection.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { TagsSection } from './TagsSection.tsx'
import { teamMessages } from './team.messages.ts'

const route = getRouteApi('/inside/team/{-$section}')

type Name = keyof (typeof teamMessages)['english']['sections']

const forMembers: Sections<Exclude<Name, 'settings' | 'webhooks'>> = {
  members: { icon: UserRound, content: MembersSection },
  labels: { icon: Shapes, content: LabelsSection },
  tags: { icon: Tags, content: TagsSection },
  groups: { icon: UsersRound, content: GroupsSection },
  instruments: { icon: Microscope, content: TeamAgents },
}

const forAdmins: Sections<Name> = {
  ...forMembers,
  settings: { icon: Settings2, content: SettingsSection },
  webhooks: { icon: Webhook, content: TeamWebhooks },
}

/** The current team: its people and what they share. Admins change it, everybody can look it up. */
export function TeamPage() {
  const text = useMessages(teamMessages)
  const { team, teams, is_admin } = useSession()
  const { section = 'members' } = route.useParams()
  const page = { labels: text.sections, to: '/team/{-$section}', section } as const
  const title = teams.find(({ id }) => id === team)?.name ?? text.title
  return is_admin === 1 ? (
    <SectionPage title={title} sections={forAdmins} {...page} />
  ) : (
    <SectionPage title={title} sections={forMembers} {...page} />
  )
}

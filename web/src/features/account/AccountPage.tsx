import { getRouteApi } from '@tanstack/react-router'
import {
  Bell,
  KeyRound,
  Lock,
  MonitorSmartphone,
  Palette,
  Paperclip,
  PenLine,
  Printer,
  UserRound,
  Webhook,
} from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { SectionPage, type Sections } from '../../ui/layout/SectionPage.tsx'
import { OwnWebhooks } from '../webhooks/webhook-sections.tsx'
import { ApikeysSection } from './ApikeysSection.tsx'
import { accountMessages } from './account.messages.ts'
import { FilesSection } from './FilesSection.tsx'
import { LookSection } from './LookSection.tsx'
import { NotificationsSection } from './NotificationsSection.tsx'
import { PaperSection } from './PaperSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { WritingSection } from './WritingSection.tsx'

const route = getRouteApi('/inside/account/{-$section}')

type Name = keyof (typeof accountMessages)['english']['sections']

const sections: Sections<Name> = {
  profile: { icon: UserRound, content: ProfileSection },
  password: { icon: Lock, content: PasswordSection },
  look: { icon: Palette, content: LookSection },
  writing: { icon: PenLine, content: WritingSection },
  paper: { icon: Printer, content: PaperSection },
  notifications: { icon: Bell, content: NotificationsSection },
  files: { icon: Paperclip, content: FilesSection },
  sessions: { icon: MonitorSmartphone, content: SessionsSection },
  keys: { icon: KeyRound, content: ApikeysSection },
  webhooks: { icon: Webhook, content: OwnWebhooks },
}

/** The personal settings. */
export function AccountPage() {
  const text = useMessages(accountMessages)
  const { section = 'profile' } = route.useParams()
  return (
    <SectionPage
      title={text.title}
      sections={sections}
      labels={text.sections}
      to="/account/{-$section}"
      section={section}
    />
  )
}

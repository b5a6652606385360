import { useSearch } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { useSession } from '../session/session.queries.ts'
import { MemberRow } from './MemberRow.tsx'
import { People } from './People.tsx'
import { teamMessages } from './team.messages.ts'

export function MembersSection() {
  const text = useMessages(teamMessages)
  const { team, is_admin } = useSession()
  const { person = '' } = useSearch({ strict: false })
  const isAdmin = is_admin === 1
  return (
    <Section title={text.sections.members} intro={isAdmin ? text.membersIntro : text.membersManaged}>
      <People
        key={person}
        label={text.sections.members}
        find={text.findMember}
        findFirst={person}
        team={team}
        isManaged={isAdmin}
      >
        {(member, onLink) => <MemberRow member={member} onLink={onLink} />}
      </People>
    </Section>
  )
}

import type { ListedUser } from '@aliquot/contract/users'
import { useQuery } from '@tanstack/react-query'
import { UserRoundCog } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { People } from '../team/People.tsx'
import { LinkItem, PersonItem, PersonRow } from '../team/PersonRow.tsx'
import { peopleMessages } from '../team/people.messages.ts'
import { adminMessages } from './admin.messages.ts'
import { allTeams } from './admin.queries.ts'

const PersonDialog = onDemand(async () => (await import('./PersonDialog.tsx')).PersonDialog)

export function UsersSection() {
  const text = useMessages(adminMessages)
  const { data: teams = [] } = useQuery(allTeams())
  const [managed, setManaged] = useState<ListedUser>()
  const close = () => setManaged(undefined)
  return (
    <Section title={text.sections.users} intro={text.usersIntro}>
      <People label={text.sections.users} find={text.findPerson} teams={teams} isManaged>
        {(person, onLink) => <AccountRow person={person} manage={() => setManaged(person)} onLink={onLink} />}
      </People>
      {managed && <PersonDialog person={managed} close={close} giveUp={close} />}
    </Section>
  )
}

interface RowProps {
  person: ListedUser
  manage(): void
  onLink(link: string): void
}

function AccountRow({ person, manage, onLink }: RowProps) {
  const text = useMessages(adminMessages)
  const people = useMessages(peopleMessages)
  return (
    <PersonRow
      person={person}
      roles={person.is_sysadmin === 1 ? [text.sysadmin] : []}
      hindrances={person.validated === 0 ? [people.notApproved] : []}
      facts={(person.teams ?? []).map(({ name, is_archived }) => (is_archived === 1 ? text.archivedIn(name) : name))}
      menu={
        <>
          <PersonItem icon={UserRoundCog} label={text.manageAccount} run={manage} />
          <LinkItem person={person} onLink={onLink} />
        </>
      }
    />
  )
}

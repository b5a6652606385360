import type { ListedUser } from '@aliquot/contract/users'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link2, UserPlus, UserRoundCog } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import rows from '../../ui/Rows.module.css'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { Section } from '../../ui/Section.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { InviteForm } from '../team/InviteForm.tsx'
import { InviteLink } from '../team/InviteLink.tsx'
import { Item } from '../team/MemberRow.tsx'
import { PeopleList } from '../team/PeopleList.tsx'
import { PersonRow } from '../team/PersonRow.tsx'
import { createPasswordLink } from '../team/team.queries.ts'
import { teamTexts } from '../team/team.text.ts'
import { allTeams } from './admin.queries.ts'
import { adminTexts } from './admin.text.ts'
import { PersonDialog } from './PersonDialog.tsx'

interface Link {
  name: string
  link: string
}

export function UsersSection() {
  const text = useTexts(adminTexts)
  const team = useTexts(teamTexts)
  const [wanted, setWanted] = useState('')
  const q = useDeferredValue(wanted.trim())
  const [managed, setManaged] = useState<number>()
  const [isInviting, setInviting] = useState(false)
  // Shown once, kept nowhere else.
  const [link, setLink] = useState<Link>()
  const showLink = (made: Link) => {
    setInviting(false)
    setLink(made)
  }
  return (
    <Section title={text.sections.users} intro={text.usersIntro}>
      {link && <InviteLink {...link} onDone={() => setLink(undefined)} />}
      {isInviting && <InviteToTeam onInvited={showLink} onCancel={() => setInviting(false)} />}
      {!isInviting && !link && (
        <div>
          <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            {team.invite}
          </Button>
        </div>
      )}
      <SearchInput label={text.findPerson} value={wanted} onChange={setWanted} />
      <PeopleList filter={{ q }}>
        {(people) => {
          const shown = people.find(({ userid }) => userid === managed)
          return (
            <>
              {people.length > 0 && (
                <ul className={rows.rows} aria-label={text.sections.users}>
                  {people.map((person) => (
                    <AccountRow
                      key={person.userid}
                      person={person}
                      manage={() => setManaged(person.userid)}
                      onLink={(made) => showLink({ name: person.fullname, link: made })}
                    />
                  ))}
                </ul>
              )}
              {shown && <PersonDialog person={shown} close={() => setManaged(undefined)} />}
            </>
          )
        }}
      </PeopleList>
    </Section>
  )
}

function InviteToTeam(props: { onInvited(invited: Link): void; onCancel(): void }) {
  const { data: teams = [] } = useQuery(allTeams())
  return <InviteForm teams={teams} {...props} />
}

interface RowProps {
  person: ListedUser
  manage(): void
  onLink(link: string): void
}

function AccountRow({ person, manage, onLink }: RowProps) {
  const text = useTexts(adminTexts)
  const team = useTexts(teamTexts)
  const { fail } = useToasts()
  const makeLink = () => createPasswordLink(person.userid).then(onLink, fail)
  return (
    <PersonRow
      person={person}
      roles={person.is_sysadmin === 1 ? [text.sysadmin] : []}
      hindrances={person.validated === 0 ? [text.notApproved] : []}
      facts={(person.teams ?? []).map(({ name, is_archived }) => (is_archived === 1 ? text.archivedIn(name) : name))}
      menu={
        <>
          <Item icon={UserRoundCog} label={text.manageAccount} run={manage} />
          <Item icon={Link2} label={team.makeLink} run={makeLink} />
        </>
      }
    />
  )
}

import type { ListedUser } from '@aliquot/contract/users'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { UserPlus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import rows from '../../ui/Rows.module.css'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { useSession } from '../session/session.queries.ts'
import { InviteForm } from './InviteForm.tsx'
import { InviteLink } from './InviteLink.tsx'
import { MemberRow } from './MemberRow.tsx'
import { PeopleList } from './PeopleList.tsx'
import classes from './TeamPage.module.css'
import { placeOf } from './team.queries.ts'
import { teamTexts } from './team.text.ts'

/** The people of a team, for its admins. */
export function TeamPage() {
  const text = useTexts(teamTexts)
  const { team, teams, is_admin } = useSession()
  const name = teams.find(({ id }) => id === team)?.name ?? ''
  usePageTitle(text.title)
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        {name}
      </Title>
      {is_admin === 1 ? <Members team={team} /> : <Text mt="md">{text.onlyAdmins}</Text>}
    </div>
  )
}

interface Link {
  name: string
  link: string
}

function Members({ team }: { team: number }) {
  const text = useTexts(teamTexts)
  const [isInviting, setInviting] = useState(false)
  const [link, setLink] = useState<Link>()
  const [wanted, setWanted] = useState('')
  const q = useDeferredValue(wanted.trim())
  const showLink = (made: Link) => {
    setInviting(false)
    setLink(made)
  }
  const isArchived = (member: ListedUser) => placeOf(member, team)?.is_archived === 1
  return (
    <Stack gap="lg" mt="lg">
      <Group justify="space-between">
        <Title order={2} size="h3">
          {text.members}
        </Title>
        {!isInviting && !link && (
          <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            {text.invite}
          </Button>
        )}
      </Group>
      {isInviting && <InviteForm onInvited={showLink} onCancel={() => setInviting(false)} />}
      {link && <InviteLink name={link.name} link={link.link} onDone={() => setLink(undefined)} />}
      <SearchInput label={text.find} value={wanted} onChange={setWanted} />
      <PeopleList filter={{ q, team }}>
        {(members) => {
          const archived = members.filter(isArchived)
          return (
            <>
              <MemberList label={text.members} members={members.filter((one) => !isArchived(one))} onLink={showLink} />
              {archived.length > 0 && (
                <>
                  <Title order={3} size="h4">
                    {text.archivedMembers}
                  </Title>
                  <MemberList label={text.archivedMembers} members={archived} onLink={showLink} />
                </>
              )}
            </>
          )
        }}
      </PeopleList>
    </Stack>
  )
}

function MemberList({ label, members, onLink }: { label: string; members: ListedUser[]; onLink(link: Link): void }) {
  if (members.length === 0) return null
  return (
    <ul className={rows.rows} aria-label={label}>
      {members.map((member) => (
        <MemberRow key={member.userid} member={member} onLink={(link) => onLink({ name: member.fullname, link })} />
      ))}
    </ul>
  )
}

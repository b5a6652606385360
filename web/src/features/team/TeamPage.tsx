import type { ListedUser } from '@aliquot/contract/users'
import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Search, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { ProblemLine } from '../../ui/ProblemLine.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import rows from '../account/Rows.module.css'
import { useSession } from '../session/session.queries.ts'
import { InviteForm } from './InviteForm.tsx'
import { InviteLink } from './InviteLink.tsx'
import { MemberRow, placeOf } from './MemberRow.tsx'
import classes from './TeamPage.module.css'
import { teamMembers } from './team.queries.ts'
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
  const { data: members, error } = useQuery(teamMembers(team))
  const [isInviting, setInviting] = useState(false)
  const [link, setLink] = useState<Link>()
  const [wanted, setWanted] = useState('')
  const showLink = (made: Link) => {
    setInviting(false)
    setLink(made)
  }
  const shown = members?.filter((member) => isNamed(member, wanted))
  const [active, archived] = [
    shown?.filter((one) => !isArchived(one, team)),
    shown?.filter((one) => isArchived(one, team)),
  ]
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
      {members && members.length > 8 && (
        <TextInput
          type="search"
          aria-label={text.find}
          placeholder={text.find}
          leftSection={<Search size={16} aria-hidden />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      {error && <ProblemLine error={error} />}
      {!members && !error && <Skeleton height={120} />}
      {active && <MemberList label={text.members} members={active} onLink={showLink} />}
      {archived && archived.length > 0 && (
        <>
          <Title order={3} size="h4">
            {text.archivedMembers}
          </Title>
          <MemberList label={text.archivedMembers} members={archived} onLink={showLink} />
        </>
      )}
    </Stack>
  )
}

function MemberList({ label, members, onLink }: { label: string; members: ListedUser[]; onLink(link: Link): void }) {
  const text = useTexts(teamTexts)
  if (members.length === 0) return <Text c="var(--quiet)">{text.nobody}</Text>
  return (
    <ul className={rows.rows} aria-label={label}>
      {members.map((member) => (
        <MemberRow key={member.userid} member={member} onLink={(link) => onLink({ name: member.fullname, link })} />
      ))}
    </ul>
  )
}

function isArchived(member: ListedUser, team: number): boolean {
  return placeOf(member, team)?.is_archived === 1
}

function isNamed({ fullname, email }: ListedUser, wanted: string): boolean {
  return `${fullname} ${email}`.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase())
}

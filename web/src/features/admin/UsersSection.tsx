import type { ListedUser } from '@aliquot/contract/users'
import { ActionIcon, Avatar, Badge, Menu, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link2, MoreHorizontal, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { ProblemLine } from '../../ui/ProblemLine.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { When } from '../../ui/When.tsx'
import rows from '../account/Rows.module.css'
import { Section } from '../account/Section.tsx'
import { InviteLink } from '../team/InviteLink.tsx'
import { createPasswordLink } from '../team/team.queries.ts'
import { teamTexts } from '../team/team.text.ts'
import { PEOPLE_SHOWN, people } from './admin.queries.ts'
import { adminTexts } from './admin.text.ts'

export function UsersSection() {
  const text = useTexts(adminTexts)
  const [wanted, setWanted] = useState('')
  const { data, error } = useQuery(people(useDeferredValue(wanted.trim())))
  // Shown once, kept nowhere else.
  const [link, setLink] = useState<{ name: string; link: string }>()
  return (
    <Section title={text.sections.users} intro={text.usersIntro}>
      {link && <InviteLink {...link} onDone={() => setLink(undefined)} />}
      <TextInput
        type="search"
        aria-label={text.findPerson}
        placeholder={text.findPerson}
        leftSection={<Search size={16} aria-hidden />}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {error && <ProblemLine error={error} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          <Text size="sm" c="var(--quiet)" role="status">
            {text.found(data.total, Math.min(data.total, PEOPLE_SHOWN))}
          </Text>
          {data.people.length > 0 && (
            <ul className={rows.rows} aria-label={text.sections.users}>
              {data.people.map((person) => (
                <PersonRow
                  key={person.userid}
                  person={person}
                  onLink={(made) => setLink({ name: person.fullname, link: made })}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Section>
  )
}

function PersonRow({ person, onLink }: { person: ListedUser; onLink(link: string): void }) {
  const text = useTexts(adminTexts)
  const team = useTexts(teamTexts)
  const { fail } = useToasts()
  const makeLink = () => createPasswordLink(person.userid).then(onLink, fail)
  const names = person.teams?.map((one) => (one.is_archived ? text.archivedIn(one.name) : one.name))
  return (
    <li className={rows.row}>
      <Avatar radius="xl" aria-hidden="true">
        {person.initials}
      </Avatar>
      <div className={rows.main}>
        <div className={rows.title}>
          {person.fullname}
          {person.is_sysadmin === 1 && (
            <Badge variant="light" tt="none">
              {text.sysadmin}
            </Badge>
          )}
          {person.has_password === 0 && (
            <Badge variant="light" color="gray" tt="none">
              {team.invited}
            </Badge>
          )}
        </div>
        <div className={rows.facts}>
          <span>{person.email}</span>
          {names?.map((name) => (
            <span key={name}>{name}</span>
          ))}
          {person.last_login && (
            <span>
              {team.signedIn} <When at={person.last_login} />
            </span>
          )}
        </div>
      </div>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={team.manage(person.fullname)}>
            <MoreHorizontal size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Link2 size={16} aria-hidden />} onClick={makeLink}>
            {team.makeLink}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

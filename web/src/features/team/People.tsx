import type { ListedUser } from '@aliquot/contract/users'
import { Button, Group, NativeSelect } from '@mantine/core'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { SearchInput } from '../../ui/fields/SearchInput.tsx'
import { PagedRows } from '../../ui/layout/PagedRows.tsx'
import { InviteForm } from './InviteForm.tsx'
import { type Invited, InviteLink } from './InviteLink.tsx'
import classes from './People.module.css'
import { peopleMessages } from './people.messages.ts'
import { GROUPS, type PeopleGroup, peoplePage } from './people.queries.ts'

interface Props {
  label: string
  find: string
  /** What the search starts with. */
  findFirst?: string
  /** Only the people of this team. */
  team?: number
  /** The teams to invite to; undefined for the current team. */
  teams?: readonly { id: number; name: string }[]
  /** Without it there are no invitations and no filter: the viewer cannot tell admins from archived members. */
  isManaged?: boolean
  /** `showLink` shows a password link once. */
  children(person: ListedUser, showLink: (link: string) => void): ReactNode
}

/** The people of a team or of the instance, with search, filters and invitations. */
export function People({ label, find, findFirst = '', team, teams, isManaged = false, children }: Props) {
  const text = useMessages(peopleMessages)
  const [wanted, setWanted] = useState(findFirst)
  const [group, setGroup] = useState<PeopleGroup>('everybody')
  const [isInviting, setInviting] = useState(false)
  // Shown once and kept nowhere else.
  const [invited, setInvited] = useState<Invited>()
  const q = useDeferredValue(wanted.trim())
  const showLink = (made: Invited) => {
    setInviting(false)
    setInvited(made)
  }
  return (
    <>
      {invited && <InviteLink {...invited} onDone={() => setInvited(undefined)} />}
      {isInviting && <InviteForm {...(teams && { teams })} onInvited={showLink} onCancel={() => setInviting(false)} />}
      <Group gap="sm" align="flex-end">
        <div className={classes.find}>
          <SearchInput label={find} value={wanted} onChange={setWanted} />
        </div>
        {isManaged && (
          <NativeSelect
            aria-label={text.whom}
            value={group}
            onChange={(event) => setGroup(event.currentTarget.value as PeopleGroup)}
            data={GROUPS.map((value) => ({ value, label: text.groups[value] }))}
          />
        )}
        {isManaged && !isInviting && !invited && (
          <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            {text.invite}
          </Button>
        )}
      </Group>
      <PagedRows
        label={label}
        pageQuery={peoplePage({ q, group, ...(team !== undefined && { team }) })}
        keyOf={({ userid }) => userid}
        summary={(count, isExact) => (count === 0 ? text.nobody : isExact ? text.found(count) : text.atLeast(count))}
      >
        {(person) => children(person, (link) => showLink({ name: person.fullname, link }))}
      </PagedRows>
    </>
  )
}

import type { ListedUser } from '@aliquot/contract/users'
import { ActionIcon, Avatar, Badge, Menu } from '@mantine/core'
import { Link2, type LucideIcon, MoreHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { When } from '../../ui/time/When.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useSession } from '../session/session.queries.ts'
import { peopleMessages } from './people.messages.ts'
import { createPasswordLink } from './people.queries.ts'

interface Props {
  person: ListedUser
  /** The roles, shown after the name. */
  roles?: readonly string[]
  /** Why they cannot sign in now. */
  hindrances?: readonly string[]
  facts?: readonly string[]
  /** The menu items; undefined for no menu. */
  menu?: ReactNode
}

/** A row in a list of people. */
export function PersonRow({ person, roles = [], hindrances = [], facts = [], menu }: Props) {
  const text = useMessages(peopleMessages)
  const { userid } = useSession()
  const quiet = person.has_password === 0 ? [...hindrances, text.invited] : hindrances
  return (
    <>
      <Avatar radius="xl" aria-hidden="true">
        {person.initials}
      </Avatar>
      <div className={rows.main}>
        <div className={rows.title}>
          {person.fullname}
          {person.userid === userid && (
            <Badge variant="default" tt="none">
              {text.you}
            </Badge>
          )}
          {roles.map((role) => (
            <Badge key={role} variant="light" tt="none">
              {role}
            </Badge>
          ))}
          {quiet.map((word) => (
            <Badge key={word} variant="light" color="gray" tt="none">
              {word}
            </Badge>
          ))}
        </div>
        <div className={rows.facts}>
          <span>{person.email}</span>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {person.last_login && (
            <span>
              {text.signedIn} <When at={person.last_login} />
            </span>
          )}
        </div>
      </div>
      {menu && (
        <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text.manage(person.fullname)}>
              <MoreHorizontal size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>{menu}</Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

/** A menu item. */
export function PersonItem({ icon: Icon, label, run }: { icon: LucideIcon; label: string; run(): void }) {
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={run}>
      {label}
    </Menu.Item>
  )
}

/** Creates a password link for the person. */
export function LinkItem({ person, onLink }: { person: ListedUser; onLink(link: string): void }) {
  const text = useMessages(peopleMessages)
  const { failOrRetry } = useToasts()
  const makeLink = (): Promise<void> =>
    createPasswordLink(person.userid).then(onLink, (error) => failOrRetry(error, makeLink))
  return <PersonItem icon={Link2} label={text.makeLink} run={makeLink} />
}

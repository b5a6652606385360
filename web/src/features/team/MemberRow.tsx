import type { ListedUser, UserTeam } from '@aliquot/contract/users'
import { ActionIcon, Avatar, Badge, Menu } from '@mantine/core'
import { Archive, ArchiveRestore, Link2, MoreHorizontal, Shield, ShieldOff } from 'lucide-react'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { When } from '../../ui/When.tsx'
import rows from '../account/Rows.module.css'
import { useSession } from '../session/session.queries.ts'
import { createPasswordLink, type Place, useChangePlace } from './team.queries.ts'
import { teamTexts } from './team.text.ts'

/** What somebody is in this team. */
export function placeOf({ teams }: ListedUser, team: number): UserTeam | undefined {
  return teams?.find(({ id }) => id === team)
}

export function MemberRow({ member, onLink }: { member: ListedUser; onLink(link: string): void }) {
  const text = useTexts(teamTexts)
  const session = useSession()
  const place = placeOf(member, session.team)
  const isMe = member.userid === session.userid
  return (
    <li className={rows.row}>
      <Avatar radius="xl" aria-hidden="true">
        {member.initials}
      </Avatar>
      <div className={rows.main}>
        <div className={rows.title}>
          {member.fullname}
          {isMe && (
            <Badge variant="default" tt="none">
              {text.you}
            </Badge>
          )}
          {place?.is_admin === 1 && (
            <Badge variant="light" tt="none">
              {text.admin}
            </Badge>
          )}
          {member.has_password === 0 && (
            <Badge variant="light" color="gray" tt="none">
              {text.invited}
            </Badge>
          )}
        </div>
        <div className={rows.facts}>
          <span>{member.email}</span>
          {member.last_login && (
            <span>
              {text.signedIn} <When at={member.last_login} />
            </span>
          )}
        </div>
      </div>
      {!isMe && place && <MemberMenu member={member} place={place} onLink={onLink} />}
    </li>
  )
}

interface MenuProps {
  member: ListedUser
  place: UserTeam
  onLink(link: string): void
}

function MemberMenu({ member, place, onLink }: MenuProps) {
  const text = useTexts(teamTexts)
  const { is_sysadmin } = useSession()
  const { show, fail } = useToasts()
  const change = useChangePlace()
  const tell = fail
  const set = (target: Place['target'], content: 0 | 1, message: string) => {
    const undo = async () => void (await change.mutateAsync({ member, target, content: content === 1 ? 0 : 1 }))
    // By promise: this row may be gone from its list before the service answers.
    change.mutateAsync({ member, target, content }).then(() => show({ message, undo }), tell)
  }
  const makeLink = () => createPasswordLink(member.userid).then(onLink, tell)
  const name = member.fullname
  // Who has a password is helped by a sysadmin: with a link, an admin would get into the account.
  const mayLink = place.is_archived === 0 && (is_sysadmin === 1 || (member.has_password === 0 && !member.is_sysadmin))
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text.manage(name)}>
          <MoreHorizontal size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayLink && (
          <Menu.Item leftSection={<Link2 size={16} aria-hidden />} onClick={makeLink}>
            {text.makeLink}
          </Menu.Item>
        )}
        {place.is_archived === 0 &&
          (place.is_admin === 1 ? (
            <Menu.Item
              leftSection={<ShieldOff size={16} aria-hidden />}
              onClick={() => set('is_admin', 0, text.isNoAdmin(name))}
            >
              {text.removeAdmin}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<Shield size={16} aria-hidden />}
              onClick={() => set('is_admin', 1, text.isAdmin(name))}
            >
              {text.makeAdmin}
            </Menu.Item>
          ))}
        {place.is_archived === 1 ? (
          <Menu.Item
            leftSection={<ArchiveRestore size={16} aria-hidden />}
            onClick={() => set('is_archived', 0, text.isBack(name))}
          >
            {text.bringBack}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<Archive size={16} aria-hidden />}
            onClick={() => set('is_archived', 1, text.isArchived(name))}
          >
            {text.archive}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

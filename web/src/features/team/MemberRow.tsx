import type { ListedUser, UserTeam } from '@aliquot/contract/users'
import { Menu } from '@mantine/core'
import { Archive, ArchiveRestore, Link2, type LucideIcon, Shield, ShieldOff, UserMinus } from 'lucide-react'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { useSession } from '../session/session.queries.ts'
import { PersonRow } from './PersonRow.tsx'
import { createPasswordLink, placeOf } from './team.queries.ts'
import { teamTexts } from './team.text.ts'
import { useMembership } from './use-membership.ts'

export function MemberRow({ member, onLink }: { member: ListedUser; onLink(link: string): void }) {
  const text = useTexts(teamTexts)
  const session = useSession()
  const place = placeOf(member, session.team)
  const isMe = member.userid === session.userid
  return (
    <PersonRow
      person={member}
      roles={place?.is_admin === 1 ? [text.admin] : []}
      menu={!isMe && place && <MemberMenu member={member} place={place} onLink={onLink} />}
    />
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
  const { fail } = useToasts()
  const { setAdmin, setArchived, leave } = useMembership(member)
  const makeLink = () => createPasswordLink(member.userid).then(onLink, fail)
  const isActive = place.is_archived === 0
  // Who has a password is helped by a sysadmin: with a link, an admin would get into the account.
  const mayLink = isActive && (is_sysadmin === 1 || (member.has_password === 0 && !member.is_sysadmin))
  return (
    <>
      {mayLink && <Item icon={Link2} label={text.makeLink} run={makeLink} />}
      {isActive &&
        (place.is_admin === 1 ? (
          <Item icon={ShieldOff} label={text.removeAdmin} run={() => setAdmin(place, 0)} />
        ) : (
          <Item icon={Shield} label={text.makeAdmin} run={() => setAdmin(place, 1)} />
        ))}
      {isActive ? (
        <Item icon={Archive} label={text.archive} run={() => setArchived(place, 1)} />
      ) : (
        <Item icon={ArchiveRestore} label={text.bringBack} run={() => setArchived(place, 0)} />
      )}
      {(member.teams?.length ?? 0) > 1 && <Item icon={UserMinus} label={text.leave} run={() => leave(place)} />}
    </>
  )
}

/** Something to do with a person. */
export function Item({ icon: Icon, label, run }: { icon: LucideIcon; label: string; run(): void }) {
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={run}>
      {label}
    </Menu.Item>
  )
}

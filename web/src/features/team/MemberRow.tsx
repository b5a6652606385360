import type { ListedUser, UserTeam } from '@aliquot/contract/users'
import { Archive, ArchiveRestore, Shield, ShieldOff, UserMinus } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { useSession } from '../session/session.queries.ts'
import { LinkItem, PersonItem, PersonRow } from './PersonRow.tsx'
import { peopleMessages } from './people.messages.ts'
import { placeOf } from './people.queries.ts'
import { useMembership } from './use-membership.ts'

export function MemberRow({ member, onLink }: { member: ListedUser; onLink(link: string): void }) {
  const text = useMessages(peopleMessages)
  const session = useSession()
  const place = placeOf(member, session.team)
  const isMe = member.userid === session.userid
  return (
    <PersonRow
      person={member}
      roles={place?.is_admin === 1 ? [text.admin] : []}
      hindrances={[
        ...(place?.is_archived === 1 ? [text.archived] : []),
        ...(member.validated === 0 ? [text.notApproved] : []),
      ]}
      menu={!isMe && session.is_admin === 1 && place && <MemberMenu member={member} place={place} onLink={onLink} />}
    />
  )
}

interface MenuProps {
  member: ListedUser
  place: UserTeam
  onLink(link: string): void
}

function MemberMenu({ member, place, onLink }: MenuProps) {
  const text = useMessages(peopleMessages)
  const { is_sysadmin } = useSession()
  const { setAdmin, setArchived, leave } = useMembership(member)
  const isActive = place.is_archived === 0
  // Only a sysadmin helps people who have a password: with a link, an admin could get into the account.
  const mayLink = isActive && (is_sysadmin === 1 || (member.has_password === 0 && !member.is_sysadmin))
  return (
    <>
      {mayLink && <LinkItem person={member} onLink={onLink} />}
      {isActive &&
        (place.is_admin === 1 ? (
          <PersonItem icon={ShieldOff} label={text.removeAdmin} run={() => setAdmin(place, 0)} />
        ) : (
          <PersonItem icon={Shield} label={text.makeAdmin} run={() => setAdmin(place, 1)} />
        ))}
      {isActive ? (
        <PersonItem icon={Archive} label={text.archive} run={() => setArchived(place, 1)} />
      ) : (
        <PersonItem icon={ArchiveRestore} label={text.bringBack} run={() => setArchived(place, 0)} />
      )}
      {(member.teams?.length ?? 0) > 1 && <PersonItem icon={UserMinus} label={text.leave} run={() => leave(place)} />}
    </>
  )
}

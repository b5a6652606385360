import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { currentTeam } from '../session/current-team.queries.ts'
import { useSession } from '../session/session.queries.ts'
import { announcementMessages } from './announcement.messages.ts'

// Loaded on demand, because mostly there is no announcement.
const Announcement = onDemand(async () => (await import('./Announcement.tsx')).Announcement)

/** Announcements of the instance and the team, above every page. */
export function Announcements() {
  const text = useMessages(announcementMessages)
  const { team, announcement } = useSession()
  const { data: record } = useQuery(currentTeam())
  const ofTeam = record?.id === team && record.announcement
  return (
    <>
      {announcement && <Announcement label={text.forAll} from="instance" html={announcement} />}
      {ofTeam && <Announcement key={team} label={text.forTeam} from={`team-${team}`} html={ofTeam} />}
    </>
  )
}

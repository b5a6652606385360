import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { currentTeam } from '../session/current-team.queries.ts'
import { useSession } from '../session/session.queries.ts'
import { announcementTexts } from './announcement.text.ts'

// Mostly there is nothing to announce, and nothing to load.
const Announcement = lazy(() => import('./Announcement.tsx').then((module) => ({ default: module.Announcement })))

/** What the instance and the team have to say, above every page. */
export function Announcements() {
  const text = useTexts(announcementTexts)
  const { team, announcement } = useSession()
  const { data: record } = useQuery(currentTeam())
  const ofTeam = record?.id === team && record.announcement
  return (
    <Suspense>
      {announcement && <Announcement label={text.forAll} from="instance" html={announcement} />}
      {ofTeam && <Announcement key={team} label={text.forTeam} from={`team-${team}`} html={ofTeam} />}
    </Suspense>
  )
}

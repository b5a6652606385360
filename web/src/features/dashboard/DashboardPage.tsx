import { Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { PageSkeleton } from '../../ui/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import classes from '../../ui/layout/panels.module.css'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { AskedOfMe } from '../requests/AskedOfMe.tsx'
import { isSample } from '../sample-notebook/sample-tag.ts'
import { useSession } from '../session/session.queries.ts'
import { RunningSteps } from '../steps/RunningSteps.tsx'
import { TodoList } from '../todo/TodoList.tsx'
import { dashboardMessages } from './dashboard.messages.ts'
import { localDrafts, ownRecent, teamRecent } from './dashboard.queries.ts'
import { EntryLines } from './EntryLines.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { RecentComments } from './RecentComments.tsx'
import { UnsavedDrafts } from './UnsavedDrafts.tsx'

export function DashboardPage() {
  const text = useMessages(dashboardMessages)
  usePageTitle(text.title)
  return (
    <div className={classes.page}>
      <Group justify="space-between" align="baseline" mb="lg" className={classes.top}>
        <Title order={1} size="h2">
          <Greeting />
        </Title>
        <Link to="/experiments" className={classes.all}>
          {text.all}
        </Link>
      </Group>
      <Sections />
    </div>
  )
}

const SampleRemoval = onDemand(async () => (await import('../sample-notebook/SampleNotebook.tsx')).SampleRemoval)

/** `Prof.` is no name. */
const TITLE = /^\p{L}{2,}\.$/u

function Greeting() {
  const text = useMessages(dashboardMessages)
  const name =
    useSession()
      .fullname.split(' ')
      .find((word) => !TITLE.test(word)) ?? ''
  return text[partOfDay(new Date().getHours())](name)
}

/** At four it does not matter whether somebody is still or already at work. */
function partOfDay(hour: number): 'night' | 'morning' | 'afternoon' | 'evening' {
  if (hour < 5 || hour >= 23) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

function Sections() {
  const text = useMessages(dashboardMessages)
  const { userid } = useSession()
  const own = useQuery(ownRecent())
  const team = useQuery(teamRecent())
  const { data: drafts = [] } = useQuery(localDrafts())
  const error = own.error ?? team.error
  if (!own.data || !team.data) {
    if (error) throw error
    return <PageSkeleton />
  }
  const pinned = team.data.filter((row) => row.is_pinned === 1)
  const others = team.data.filter((row) => row.userid !== userid && row.is_pinned === 0).slice(0, 8)
  const isEmpty = own.data.length === 0 && team.data.length === 0
  return (
    <div className={classes.sections}>
      {drafts.length > 0 && <UnsavedDrafts drafts={drafts} />}
      {own.data.length === 0 && <FirstSteps isEmpty={isEmpty} />}
      {own.data.some(isSample) && (
        <div className={classes.wide}>
          <SampleRemoval />
        </div>
      )}
      <div className={classes.column}>
        <AskedOfMe />
        <RunningSteps />
        <EntryLines title={text.recent} rows={own.data.slice(0, 10)}>
          <Link to="/experiments" search={{ scope: 1, order: 'lastchange' }} className={classes.all}>
            {text.mine}
          </Link>
        </EntryLines>
      </div>
      <div className={classes.column}>
        {!isEmpty && <TodoList />}
        <EntryLines title={text.pinned} rows={pinned} />
        <RecentComments />
        <EntryLines title={text.team} rows={others}>
          <Link to="/experiments" search={{ scope: 2, date: 'week', group: 'owner' }} className={classes.all}>
            {text.week}
          </Link>
        </EntryLines>
      </div>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useIsReasonAsked } from '../api/reasons.ts'
import { closeTemplateRequest, useTemplateRequest } from '../features/new-entry/template-request.ts'
import { Announcements } from '../features/notifications/Announcements.tsx'
import { askToRenew, startRenewing, useIsRenewing } from '../features/session/renewal.ts'
import { currentSession } from '../features/session/session.queries.ts'
import { useTypingPause, watchTyping } from '../features/session/typing-pause.ts'
import { useTexts } from '../i18n/text.tsx'
import { BottomBar } from './BottomBar.tsx'
import { useDialogs } from './dialogs.ts'
import { replayEarlyKeys } from './early-keys.ts'
import { useGlobalCommands } from './global-commands.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { usePageFocus } from './page-focus.ts'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { shellTexts } from './shell.text.ts'
import { useFollowTeam } from './team-switch.ts'

const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })))
const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)
const TemplateDialog = lazy(() =>
  import('../features/new-entry/TemplateDialog.tsx').then((module) => ({ default: module.TemplateDialog })),
)
const RenewDialog = lazy(() =>
  import('../features/session/RenewDialog.tsx').then((module) => ({ default: module.RenewDialog })),
)

const ReasonDialog = lazy(() =>
  import('../features/reason/ReasonDialog.tsx').then((module) => ({ default: module.ReasonDialog })),
)

/** What stays around every page: where one can go, what one can do, and who one is. */
export function Shell() {
  const text = useTexts(shellTexts)
  const main = useRef<HTMLElement>(null)
  const dialogs = useDialogs()
  const isRenewing = useTypingPause(useIsRenewing())
  const isReasonAsked = useTypingPause(useIsReasonAsked())
  const wanted = useTemplateRequest()
  useGlobalCommands(dialogs)
  // What was pressed between the last form and this page is meant for it.
  useLayoutEffect(replayEarlyKeys, [])
  useSessionWatch()
  useFollowTeam()
  usePageFocus(main)
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#page">
        {text.skip}
      </a>
      <Sidebar dialogs={dialogs} />
      <div className={classes.body}>
        <OfflineBanner />
        <Announcements />
        <main className={classes.main} id="page" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
      <BottomBar dialogs={dialogs} />
      <Suspense>
        {wanted && <TemplateDialog {...wanted} close={closeTemplateRequest} />}
        {dialogs.open === 'palette' && <Palette close={dialogs.close} />}
        {dialogs.open === 'shortcuts' && <ShortcutsDialog close={dialogs.close} />}
        {isRenewing && <RenewDialog />}
        {isReasonAsked && <ReasonDialog />}
      </Suspense>
    </div>
  )
}

/** Notices that the session has ended, here or in another window, and that somebody else has signed in meanwhile. */
function useSessionWatch(): void {
  const { data: session } = useQuery(currentSession())
  const first = useRef(session?.userid)
  useEffect(startRenewing, [])
  useEffect(watchTyping, [])
  useEffect(() => {
    if (session === null) void askToRenew()
    // What this window holds in memory is not theirs.
    else if (session && session.userid !== first.current) location.reload()
  }, [session])
}

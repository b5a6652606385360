import type { Session } from '@aliquot/contract/session'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { mayEntriesWait } from '../api/new-entries.ts'
import { answerPassword, useIsPasswordAsked } from '../api/password-again.ts'
import { answerReason, useIsReasonAsked } from '../api/reasons.ts'
import { closeTemplateRequest, useTemplateRequest } from '../features/new-entry/template-request.ts'
import { Announcements } from '../features/notifications/Announcements.tsx'
import type { Scanned } from '../features/scan/ScanDialog.tsx'
import { askToRenew, giveUpRenewal, startRenewing, useIsRenewing } from '../features/session/renewal.ts'
import { currentSession, useSession } from '../features/session/session.queries.ts'
import { useTypingPause, watchTyping } from '../features/session/typing-pause.ts'
import { closeTour, useTourRequest } from '../features/tour/tour-request.ts'
import { useMessages } from '../i18n/messages.tsx'
import { areLastWords } from '../sync/last-words.ts'
import { replayEarlyKeys, takeEarlyKeys } from '../ui/keys/early-keys.ts'
import { useIsPhone } from '../ui/layout/use-is-phone.ts'
import { onDemand } from '../ui/on-demand/on-demand.tsx'
import { useDialogs } from './dialogs.ts'
import { useGlobalCommands } from './global-commands.ts'
import { NewVersionBanner } from './NewVersionBanner.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { usePageFocus } from './page-focus.ts'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { shellMessages } from './shell.messages.ts'
import { useFollowTeam } from './team-switch.ts'

const Palette = onDemand(() => import('./palette/ShellPalette.tsx').then((module) => module.ShellPalette))
const ScanDialog = onDemand(() => import('../features/scan/ScanDialog.tsx').then((module) => module.ScanDialog))
const ShortcutsDialog = onDemand(() => import('./ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog))
const TemplateDialog = onDemand(() =>
  import('../features/new-entry/TemplateDialog.tsx').then((module) => module.TemplateDialog),
)
const RenewDialog = onDemand(() => import('../features/session/RenewDialog.tsx').then((module) => module.RenewDialog))
const PasswordAgainDialog = onDemand(() =>
  import('../features/session/PasswordAgainDialog.tsx').then((module) => module.PasswordAgainDialog),
)
const ReasonDialog = onDemand(() => import('../features/reason/ReasonDialog.tsx').then((module) => module.ReasonDialog))

const Tour = onDemand(() => import('../features/tour/Tour.tsx').then((module) => module.Tour))
const BottomBar = onDemand(() => import('./BottomBar.tsx').then((module) => module.BottomBar))

/** The frame around every page: navigation, actions and account. */
export function Shell() {
  const text = useMessages(shellMessages)
  const main = useRef<HTMLElement>(null)
  const dialogs = useDialogs()
  const isRenewing = useTypingPause(useIsRenewing())
  const isReasonAsked = useTypingPause(useIsReasonAsked())
  const isPasswordAsked = useIsPasswordAsked()
  const wanted = useTemplateRequest()
  const isTourAsked = useTourRequest()
  const isAtStart = useLocation({ select: ({ pathname }) => pathname === '/' })
  const session = useSession()
  const isTourNew = session.has_seen_tour === 0 && isAtStart
  const isPhone = useIsPhone()
  useGlobalCommands(dialogs)
  // Keys pressed between the last form and this page are meant for it.
  useLayoutEffect(replayEarlyKeys, [])
  const [scanned, setScanned] = useState<Scanned>()
  const scan = (code?: string) => {
    setScanned(code === undefined ? undefined : { code })
    dialogs.show('scan')
  }
  useScanner(scan)
  useSessionWatch()
  useFollowTeam()
  useStream(session)
  useEffect(resumeLater, [])
  usePageFocus(main)
  const giveUpPalette = () => {
    takeEarlyKeys()
    dialogs.close()
  }
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#page">
        {text.skip}
      </a>
      <Sidebar dialogs={dialogs} />
      <div className={classes.body}>
        <OfflineBanner />
        <NewVersionBanner />
        <Announcements />
        <main className={classes.main} id="page" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
      {isPhone && <BottomBar dialogs={dialogs} />}
      {wanted && <TemplateDialog {...wanted} close={closeTemplateRequest} giveUp={closeTemplateRequest} />}
      {dialogs.open === 'palette' && <Palette close={dialogs.close} giveUp={giveUpPalette} scan={() => scan()} />}
      {dialogs.open === 'scan' && <ScanDialog scanned={scanned} close={dialogs.close} giveUp={dialogs.close} />}
      {dialogs.open === 'shortcuts' && <ShortcutsDialog close={dialogs.close} giveUp={dialogs.close} />}
      {(isTourAsked || isTourNew) && <Tour giveUp={closeTour} />}
      {isRenewing && <RenewDialog giveUp={giveUpRenewal} />}
      {isReasonAsked && <ReasonDialog giveUp={() => answerReason(undefined)} />}
      {isPasswordAsked && <PasswordAgainDialog giveUp={() => answerPassword(false)} />}
    </div>
  )
}

const RESUME_AFTER = 1_500

/** New entries of closed pages are sent once this page is shown, and when another page closes. */
function resumeLater(): () => void {
  let timer = setTimeout(() => mayEntriesWait() && resume(), RESUME_AFTER)
  const onStored = ({ key, newValue }: StorageEvent) => {
    if (!newValue || !areLastWords(key)) return
    clearTimeout(timer)
    timer = setTimeout(resume, RESUME_AFTER)
  }
  addEventListener('storage', onStored)
  return () => {
    clearTimeout(timer)
    removeEventListener('storage', onStored)
  }
}

async function resume(): Promise<void> {
  try {
    await (await import('../features/waiting-entries/resume-new-entries.ts')).resumeNewEntries()
  } catch {
    // They wait for the next page.
  }
}

/** What others do is shown at once. */
function useStream({ userid, team, feed_cursor }: Session): void {
  // Another team has other rights; a later cursor of the same session changes nothing.
  useEffect(() => {
    const following = import('../features/live/follow.ts').then(({ follow }) => follow(userid, feed_cursor))
    return () => void following.then((end) => end()).catch(() => {})
  }, [userid, team])
}

/** Codes of a hand scanner, which nobody uses before the page is there. */
function useScanner(tell: (code: string) => void): void {
  const onCode = useEffectEvent(tell)
  useEffect(() => {
    const listening = import('../ui/keys/scanner.ts').then(({ listenForScanner }) =>
      listenForScanner((code) => onCode(code)),
    )
    // Without it the page works as well.
    const ending = listening.catch(() => () => {})
    return () => void ending.then((end) => end())
  }, [])
}

/** Notices that the session has ended, here or in another window, or that somebody else has signed in. */
function useSessionWatch(): void {
  const { data: session } = useQuery(currentSession())
  const first = useRef(session?.userid)
  useEffect(startRenewing, [])
  useEffect(watchTyping, [])
  useEffect(() => {
    if (session === null) void askToRenew()
    // The data in memory belongs to somebody else.
    else if (session && session.userid !== first.current) location.reload()
  }, [session])
}

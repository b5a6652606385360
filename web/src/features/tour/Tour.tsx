import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isSomethingOpen } from '../../ui/keys/open-layers.ts'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { listAt } from '../entry-data/entry-types.ts'
import { useNewEntry } from '../new-entry/use-new-entry.ts'
import { currentTeam } from '../session/current-team.queries.ts'
import { useLeaveTour, useStartOnFirstVisit } from './seen-tour.ts'
import { TourCard } from './TourCard.tsx'
import { useTourRequest } from './tour-request.ts'
import { STEPS } from './tour-steps.ts'

/** Shows newcomers around. It covers nothing: every key and button of the page still works. */
export function Tour() {
  useStartOnFirstVisit()
  return useTourRequest() && <Steps />
}

function Steps() {
  const [at, setAt] = useState(0)
  const isAtEntry = useLocation({ select: ({ pathname }) => isEntryPage(pathname) })
  const { begin } = useNewEntry('experiments')
  const { data: team } = useQuery(currentTeam())
  const remember = useLeaveTour()
  const step = STEPS[at] ?? STEPS[0]
  const leave = () => {
    // The title of a blank page is where one goes on.
    const place = document.querySelector<HTMLElement>('[data-tour="title"]') ?? document.getElementById('page')
    if (isFocused()) place?.focus()
    remember()
  }
  const goTo = (next: number) => {
    const wanted = STEPS[next]
    if (!wanted) return leave()
    setAt(next)
    // A blank page leaves nothing behind. Without one the card stands alone.
    if (wanted.needsEntry && !isAtEntry && team?.force_exp_tpl !== 1) void begin({ isQuiet: true })
  }
  // Somebody who starts an experiment right away has understood the first step.
  useEffect(() => {
    if (isAtEntry) setAt((before) => Math.max(before, 1))
  }, [isAtEntry])
  useShortcuts(
    {
      Escape: {
        whileTyping: true,
        run: () => (document.querySelector('[role="dialog"][aria-modal="true"]') ? false : leave()),
      },
    },
    '',
  )
  useEscapeInText(leave)
  return <TourCard step={step} number={at + 1} goTo={(number) => goTo(number - 1)} leave={leave} />
}

/** Not a shortcut: the editor takes every Escape for handled, so this listens before it. */
function useEscapeInText(run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || isSomethingOpen('[data-tour-card]')) return
      if (!(event.target instanceof Element && event.target.closest('[contenteditable="true"]'))) return
      event.stopPropagation()
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
}

function isFocused(): boolean {
  return document.activeElement?.closest('[data-tour-card]') != null
}

/** Also of a new one, whose address has no number yet. */
function isEntryPage(path: string): boolean {
  const [, list, entry] = path.split('/')
  return Boolean(entry) && listAt(`/${list}`) !== undefined
}

import { notePageEnding } from '../api/new-entries.ts'

/** Something with unsaved words of the person. */
export interface PendingWork {
  /** Sends everything now, because the page may go away. */
  flush?(): void
  /** Retries, because the network may be back. */
  retry?(): void
  /** Whether a request is under way. */
  isBusy?(): boolean
  /** Whether something would be lost with the page: neither the service nor the disk has it. */
  isAtRisk?(): boolean
  /** The last moment of the page. */
  onHide?(): void
  onShow?(): void
}

const works: PendingWork[] = []

/** From now on the work is told when the page is shown, hidden or closed, and when the network is back. */
export function keepPending(work: PendingWork): void {
  if (works.length === 0) listen()
  works.push(work)
}

const MOST_WAIT = 3_000
const LOOK_EVERY = 50

/**
 * Call this before a sign-out or a switch of teams: afterwards it could not be sent, and the person may continue on
 * another device. It waits for a short time; what is not sent by then stays on this device until they come back.
 */
export async function finishWork(): Promise<void> {
  const end = Date.now() + MOST_WAIT
  flushAll()
  while (works.some((work) => work.isBusy?.()) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
  }
}

function flushAll(): void {
  for (const work of works) work.flush?.()
}

function listen(): void {
  addEventListener('online', () => {
    for (const work of works) work.retry?.()
  })

  document.addEventListener('visibilitychange', () => {
    flushAll()
    if (document.visibilityState === 'visible') for (const work of works) work.onShow?.()
  })

  addEventListener('beforeunload', (event) => {
    if (works.some((work) => work.isAtRisk?.())) event.preventDefault()
  })

  addEventListener('pageshow', () => notePageEnding(false))

  addEventListener('pagehide', () => {
    notePageEnding(true)
    flushAll()
    for (const work of works) work.onHide?.()
  })
}

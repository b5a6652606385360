/** Something that has words of the person which the service does not have yet. */
export interface PendingWork {
  /** Sends what there is, now: the page may go away. */
  flush?(): void
  /** Tries again what could not be sent: the network may be back. */
  retry?(): void
  /** Whether something is on its way. */
  isBusy?(): boolean
  /** Whether something would be lost with the page: neither the service nor the disk has it. */
  isAtRisk?(): boolean
  /** The last moment of the page. */
  onHide?(): void
  onShow?(): void
}

const works: PendingWork[] = []

/** From now on told whenever the page comes, goes, or is cut off. */
export function keepPending(work: PendingWork): void {
  if (works.length === 0) listen()
  works.push(work)
}

const MOST_WAIT = 3_000
const LOOK_EVERY = 50

/**
 * Before somebody signs out or goes to another team: afterwards it could not be sent, and they may go on at another device.
 * Waits, but not for long: what is not sent by then stays on this device until they come back.
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

  addEventListener('pagehide', () => {
    flushAll()
    for (const work of works) work.onHide?.()
  })
}

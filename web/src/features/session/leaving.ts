interface Work {
  start(): void
  isBusy(): boolean
}

const MOST_WAIT = 3_000
const LOOK_EVERY = 50

const works: Work[] = []

/**
 * What is to be sent before somebody signs out or goes to another team: afterwards it could not be, and they may go on
 * at another device.
 */
export function beforeLeaving(work: Work): void {
  works.push(work)
}

/** Waits for it, but not for long: what is not sent by then stays on this device until they come back. */
export async function finishWork(): Promise<void> {
  const end = Date.now() + MOST_WAIT
  for (const work of works) work.start()
  while (works.some((work) => work.isBusy()) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
  }
}

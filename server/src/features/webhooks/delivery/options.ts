import { WEBHOOK_SECONDS } from '@aliquot/contract/webhook-errors'

/** How deliveries are timed. Tests and drills shorten it. */
export interface DeliveryOptions {
  /** Before each further attempt; the last one counts for all that follow. */
  pausesMs: readonly number[]
  /** A change that fails for so long switches its webhook off. */
  giveUpMs: number
  /** For an answer. */
  timeLimitMs: number
  /** An attempt that takes longer gives its room to others. */
  roomMs: number
  /** Between two looks at the feed while something happens all the time. */
  betweenLooksMs: number
  /** A payload that was read longer ago is read again before it is sent: rights may have changed. */
  freshMs: number
  /** The longest pause after a delivery or a look while the process is busy. */
  giveWayMs: number
  /** The longest rest; events and changes of webhooks end it. */
  restMs: number
}

const SECOND = 1000
/** Receivers that hang must not hold up others: of these there may be many. */
export const ROOM_MS = SECOND
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const USUAL: DeliveryOptions = {
  pausesMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR],
  giveUpMs: 72 * HOUR,
  timeLimitMs: WEBHOOK_SECONDS * SECOND,
  roomMs: ROOM_MS,
  betweenLooksMs: 300,
  freshMs: SECOND,
  giveWayMs: SECOND,
  restMs: 15 * SECOND,
}

const JITTER = 0.2

/** The pause after so many failed attempts, a little different each time: many webhooks must not come at once. */
export function pauseAfter({ pausesMs }: DeliveryOptions, attempts: number): number {
  const pause = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 0
  return pause * (1 - JITTER * Math.random())
}

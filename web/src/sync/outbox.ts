import type { Refused as Told } from '../api/refused.ts'
import type { Clock } from './clock.ts'
import { retryDelay } from './retry.ts'

/** Something that the service does not have yet: a comment, a step. */
export interface Unsent {
  /** The Idempotency-Key: it takes effect once, however often it is sent. */
  key: string
  at: number
  /** Set if the service refused it: it waits for the person. */
  refused?: Refused
}

/** Why something was refused. `theirs` is what somebody else has stored instead. */
export interface Refused extends Told {
  status: number
  theirs?: string
}

/** `id` of what was created. */
export type SendAnswer = { kind: 'sent'; id?: number } | { kind: 'unreachable' } | { kind: 'refused'; why: Refused }

export interface OutboxOptions<U extends Unsent> {
  send(unsent: U): Promise<SendAnswer>
  store: { put(unsent: U): void; drop(unsent: U): void }
  clock: Clock
  onChange(): void
  /** Resolves when the page shows what was sent: only then is it no longer shown as unsent. */
  onSent(unsent: U, id: number | undefined): Promise<unknown>
  onRefused(unsent: U, why: Refused): void
  /** False for what contains no words of the person, and is only reported. */
  isWords?(unsent: U): boolean
}

export interface Outbox<U extends Unsent> {
  readonly unsent: readonly U[]
  /** Refused items, kept on this device until the person decides. */
  readonly refused: readonly U[]
  /** Kept on this device, because the service cannot be reached. */
  readonly isOffline: boolean
  add(one: U): void
  /** Adds what earlier pages could not send. */
  restore(rows: readonly U[]): void
  /** Changes waiting items, for instance when an id in them becomes known. */
  rewrite(change: (one: U) => U): void
  retry(): void
  /** Sends a refused item again, as it is or changed. */
  tryAgain(one: U): void
  /** Forgets a refused item. */
  letGo(one: U): void
  /** Keeps a forgotten item again. */
  bringBack(one: U): void
  /** Drops everything that is not sent. */
  giveUp(): void
}

/** Sends items in order, and keeps each until it has arrived. */
export function createOutbox<U extends Unsent>(options: OutboxOptions<U>): Outbox<U> {
  const { send, store, clock, onChange, onSent, onRefused, isWords = () => true } = options
  let unsent: readonly U[] = []
  let refused: readonly U[] = []
  let isSending = false
  let failures = 0
  let cancelRetry: (() => void) | undefined

  function set(next: readonly U[]): void {
    unsent = next
    onChange()
  }

  function forget(one: U): void {
    store.drop(one)
    refused = without(refused, one)
    set(without(unsent, one))
  }

  function setAside(one: U, why: Refused): void {
    if (!isWords(one)) {
      forget(one)
      return
    }
    const waiting = { ...one, refused: why }
    store.put(waiting)
    refused = [...without(refused, one), waiting]
    set(without(unsent, one))
  }

  async function sendNext(): Promise<void> {
    cancelRetry?.()
    cancelRetry = undefined
    const [next] = unsent
    if (isSending || !next) return
    isSending = true
    const answer = await send(next)
    if (answer.kind === 'unreachable') {
      isSending = false
      failures += 1
      cancelRetry = clock.after(retryDelay(failures), () => void sendNext())
      onChange()
      return
    }
    failures = 0
    if (answer.kind === 'sent') await onSent(next, answer.id).catch(() => {})
    isSending = false
    // Its id, or the version that it was tried on, may have become known meanwhile.
    const one = unsent.find(({ key }) => key === next.key)
    if (one && answer.kind === 'refused') setAside(one, answer.why)
    else forget(next)
    if (answer.kind === 'refused') onRefused(next, answer.why)
    await sendNext()
  }

  return {
    get unsent() {
      return unsent
    },
    get refused() {
      return refused
    },
    get isOffline() {
      return failures > 0
    },
    add(one) {
      store.put(one)
      set([...unsent, one])
      void sendNext()
    },
    restore(rows) {
      const known = new Set([...unsent, ...refused].map(({ key }) => key))
      const missing = rows.filter(({ key }) => !known.has(key))
      if (missing.length === 0) return
      refused = [...missing.filter((one) => one.refused), ...refused]
      set([...missing.filter((one) => !one.refused), ...unsent])
      void sendNext()
    },
    rewrite(change) {
      const next = unsent.map(change)
      for (const [index, one] of next.entries()) if (one !== unsent[index]) store.put(one)
      set(next)
    },
    retry() {
      void sendNext()
    },
    tryAgain(one) {
      const { refused: _, ...again } = one
      refused = without(refused, one)
      store.put(again as U)
      set([...unsent, again as U])
      void sendNext()
    },
    letGo: forget,
    bringBack: (one) => one.refused && setAside(one, one.refused),
    giveUp() {
      cancelRetry?.()
      for (const one of [...unsent, ...refused]) forget(one)
    },
  }
}

function without<U extends Unsent>(all: readonly U[], one: U): readonly U[] {
  return all.filter(({ key }) => key !== one.key)
}

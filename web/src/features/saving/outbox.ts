import type { Clock } from './saver.ts'

/** Something that the service does not have yet: a comment, a step. */
export interface Unsent {
  /** Makes a repeated request recognisable: it happens once, however often it is sent. */
  key: string
  at: number
}

/** `id`: of what is new now. */
export type SendAnswer = { kind: 'sent'; id?: number } | { kind: 'unreachable' } | { kind: 'refused'; error: Error }

export interface OutboxOptions<U extends Unsent> {
  send(unsent: U): Promise<SendAnswer>
  store: { put(unsent: U): void; drop(unsent: U): void }
  clock: Clock
  onChange(): void
  /** Resolves when the page shows what was sent: only then is it not shown as unsent any more. */
  onSent(unsent: U, id: number | undefined): Promise<unknown>
  onRefused(unsent: U, error: Error): void
}

export interface Outbox<U extends Unsent> {
  readonly unsent: readonly U[]
  /** Kept on this device, for the service is away. */
  readonly isOffline: boolean
  add(one: U): void
  /** Takes up what earlier pages could not send. */
  restore(rows: readonly U[]): void
  /** Changes what waits, for instance when the number of something that it speaks of becomes known. */
  rewrite(change: (one: U) => U): void
  retry(): void
  /** Lets go of everything that is not sent. */
  giveUp(): void
}

const FIRST_RETRY = 500
const LONGEST_RETRY = 10_000

/** Sends things in the order in which they were done, and keeps them until they have arrived. */
export function createOutbox<U extends Unsent>(options: OutboxOptions<U>): Outbox<U> {
  const { send, store, clock, onChange, onSent, onRefused } = options
  let unsent: readonly U[] = []
  let isSending = false
  let failures = 0
  let cancelRetry: (() => void) | undefined

  function set(next: readonly U[]): void {
    unsent = next
    onChange()
  }

  function forget(one: U): void {
    store.drop(one)
    set(unsent.filter(({ key }) => key !== one.key))
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
      cancelRetry = clock.after(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1)), () => void sendNext())
      onChange()
      return
    }
    failures = 0
    if (answer.kind === 'sent') await onSent(next, answer.id).catch(() => {})
    isSending = false
    forget(next)
    if (answer.kind === 'refused') onRefused(next, answer.error)
    await sendNext()
  }

  return {
    get unsent() {
      return unsent
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
      const missing = rows.filter(({ key }) => !unsent.some((one) => one.key === key))
      if (missing.length === 0) return
      set([...missing, ...unsent])
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
    giveUp() {
      cancelRetry?.()
      for (const one of unsent) forget(one)
    },
  }
}

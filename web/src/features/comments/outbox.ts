import type { Clock } from '../saving/saver.ts'

/** A comment, or new words for one, that the service does not have yet. */
export interface Unsent {
  /** Makes a repeated request recognisable: it is said once, however often it is sent. */
  key: string
  /** Of the comment that gets new words; absent for a new one. */
  commentId?: number
  comment: string
  at: number
}

export type SendAnswer = { kind: 'sent' } | { kind: 'unreachable' } | { kind: 'refused'; error: Error }

export interface OutboxOptions {
  send(unsent: Unsent): Promise<SendAnswer>
  store: { put(unsent: Unsent): void; drop(unsent: Unsent): void }
  clock: Clock
  onChange(): void
  /** Resolves when the page shows what was sent: only then is it not shown as unsent any more. */
  onSent(unsent: Unsent): Promise<unknown>
  onRefused(unsent: Unsent, error: Error): void
}

export type Outbox = ReturnType<typeof createOutbox>

const FIRST_RETRY = 500
const LONGEST_RETRY = 10_000

/** Sends comments in the order in which they were written, and keeps them until they have arrived. */
export function createOutbox({ send, store, clock, onChange, onSent, onRefused }: OutboxOptions) {
  let unsent: readonly Unsent[] = []
  let isSending = false
  let failures = 0
  let cancelRetry: (() => void) | undefined

  function set(next: readonly Unsent[]): void {
    unsent = next
    onChange()
  }

  function forget(one: Unsent): void {
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
    isSending = false
    if (answer.kind === 'unreachable') {
      failures += 1
      cancelRetry = clock.after(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1)), () => void sendNext())
      onChange()
      return
    }
    failures = 0
    if (answer.kind === 'sent') await onSent(next).catch(() => {})
    forget(next)
    if (answer.kind === 'refused') onRefused(next, answer.error)
    await sendNext()
  }

  return {
    get unsent() {
      return unsent
    },
    /** Kept on this device, for the service is away. */
    get isOffline() {
      return failures > 0
    },
    add(one: Unsent) {
      store.put(one)
      set([...unsent, one])
      void sendNext()
    },
    /** Takes up what earlier pages could not send. */
    restore(rows: readonly Unsent[]) {
      const missing = rows.filter(({ key }) => !unsent.some((one) => one.key === key))
      if (missing.length === 0) return
      set([...missing, ...unsent])
      void sendNext()
    },
    retry() {
      void sendNext()
    },
    /** Lets go of everything that is not sent. */
    giveUp() {
      cancelRetry?.()
      for (const one of unsent) forget(one)
    },
  }
}

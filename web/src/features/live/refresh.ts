import type { FeedChange } from '@aliquot/contract/changes'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { lastChangeAt } from '../../api/client.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { isOfOneEntry, isStaleAfter } from './what-changed.ts'

/** Changes that come together are shown together. */
const SOON_MS = 60
/** Between two looks at the same thing. */
const AGAIN_MS = 250
/** Lists cost more, and in one that changes all the time nobody can read. */
const LIST_AGAIN_MS = 800
const BUSY_LIST_AGAIN_MS = 5_000
/** So many changes at once are a program at work. */
const BUSY = 20
/** The page shows its own changes already: it looks later whether there was more. */
const OWN_MS = 2_500
/** How long after a change of this page a change of the same person is taken for it. */
const OWN_ECHO_MS = 3_000

/** Signals of a job come with each of its steps. */
const SIGNAL_MS = 250

/** Reads again what changes of others have made stale, without more requests than people can see. */
export class Refresh {
  readonly #client: QueryClient
  readonly #userid: number
  /** Without repetitions. */
  #changes = new Map<string, FeedChange>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #due = Number.POSITIVE_INFINITY
  /** When a query may be read again, by its hash. */
  readonly #againAt = new Map<string, number>()

  readonly #signalled = new Map<string, ReturnType<typeof setTimeout>>()

  constructor(client: QueryClient, userid: number) {
    this.#client = client
    this.#userid = userid
  }

  add(change: FeedChange): void {
    this.#changes.set(nameOf(change), change)
    this.#plan(this.#isOwn(change) ? OWN_MS : SOON_MS)
  }

  /** Reads again what is shown, after a time in which changes may have been missed. */
  all(): void {
    void this.#client.invalidateQueries()
  }

  /** Reads again what a signal names, but not each time if many come. */
  of(key: QueryKey): void {
    const name = key.join(' ')
    if (this.#signalled.has(name)) return
    const timer = setTimeout(() => {
      this.#signalled.delete(name)
      void this.#client.invalidateQueries({ queryKey: key })
    }, SIGNAL_MS)
    this.#signalled.set(name, timer)
  }

  end(): void {
    clearTimeout(this.#timer)
    for (const timer of this.#signalled.values()) clearTimeout(timer)
  }

  #isOwn({ author, entity }: FeedChange): boolean {
    const isChanging = entity !== null && this.#client.isMutating({ mutationKey: entryKeys.entry(entity.id) }) > 0
    return isChanging || (author?.userid === this.#userid && Date.now() - lastChangeAt < OWN_ECHO_MS)
  }

  /** The nearest instant counts, so that one's own typing does not hold up what others do. */
  #plan(ms: number): void {
    const due = Date.now() + ms
    if (due >= this.#due) return
    this.#due = due
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#read(), ms)
  }

  #read(): void {
    this.#due = Number.POSITIVE_INFINITY
    const now = Date.now()
    for (const [hash, due] of this.#againAt) if (due <= now) this.#againAt.delete(hash)
    const own = new Map<string, FeedChange>()
    const again = new Map<string, FeedChange>()
    const ready: FeedChange[] = []
    for (const [name, change] of this.#changes) {
      if (this.#isOwn(change)) own.set(name, change)
      else ready.push(change)
    }
    const stale = new Set<string>()
    let next = Number.POSITIVE_INFINITY
    for (const { queryKey, queryHash } of this.#client.getQueryCache().getAll()) {
      const causes = ready.filter((change) => isStaleAfter(change, queryKey))
      if (causes.length === 0) continue
      const due = this.#againAt.get(queryHash)
      if (due === undefined) {
        stale.add(queryHash)
        this.#againAt.set(queryHash, now + restOf(queryKey, ready.length))
      } else {
        for (const change of causes) again.set(nameOf(change), change)
        next = Math.min(next, due)
      }
    }
    void this.#client.invalidateQueries({ predicate: ({ queryHash }) => stale.has(queryHash) })
    this.#changes = new Map([...own, ...again])
    if (own.size > 0) this.#plan(OWN_MS)
    if (again.size > 0) this.#plan(next - now)
  }
}

function restOf(key: QueryKey, changes: number): number {
  if (isOfOneEntry(key)) return AGAIN_MS
  return changes > BUSY ? BUSY_LIST_AGAIN_MS : LIST_AGAIN_MS
}

function nameOf({ kind, entity, subject, fields }: FeedChange): string {
  return [kind, entity?.id, subject.id, ...fields].join(' ')
}

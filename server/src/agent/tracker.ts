import { steadyMs } from './backoff.ts'
import type { Ledger } from './ledger.ts'
import { keyOf } from './paths.ts'
import type { Rule } from './rules.ts'
import type { FoundFile } from './scan.ts'

/** A file that is not in the notebook as it is now. */
export interface Tracked {
  key: string
  file: FoundFile
  rule: Rule
  groups: readonly string[]
  /** Since when it has not changed, in steady time. */
  since: number
  /** When a version of it was last tried. */
  triedAt: number
  attempts: number
  /** Not tried before this. */
  notBefore: number
  isBusy: boolean
  /** It is sent although it may grow: what there was of it when it was seen. */
  isGrowing: boolean
}

/** A refused file is tried again after this: its entry may be unlocked, or made, meanwhile. */
const REFUSED_FOR_MS = 60 * 60_000

/** Decides which files are complete. */
export class Tracker {
  readonly #tracked = new Map<string, Tracked>()
  readonly #ledger: Ledger
  /** When files were refused, in steady time. Empty at the start, so that all are tried again. */
  readonly #refusedAt = new Map<string, number>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  get waiting(): number {
    return this.#tracked.size
  }

  all(): IterableIterator<Tracked> {
    return this.#tracked.values()
  }

  /** Takes note of a file as it is now. */
  see(file: FoundFile, rule: Rule, groups: readonly string[]): void {
    const key = keyOf(file.path)
    const known = this.#tracked.get(key)
    if (known?.isBusy) return
    if (this.#isSettled(key, file, rule)) {
      this.#tracked.delete(key)
      return
    }
    if (known && known.file.stamp === file.stamp) return
    const fresh = { since: steadyMs(), attempts: 0, notBefore: 0, isBusy: false, isGrowing: false }
    this.#tracked.set(key, { key, file, rule, groups, triedAt: known?.triedAt ?? steadyMs(), ...fresh })
  }

  /** Forgets files that are gone. */
  keepOnly(seen: ReadonlySet<string>): void {
    for (const [key, { isBusy }] of this.#tracked) if (!isBusy && !seen.has(key)) this.#tracked.delete(key)
  }

  forget(key: string): void {
    this.#tracked.delete(key)
    this.#refusedAt.delete(key)
  }

  /** Leaves a file alone for a while. */
  refuse(key: string): void {
    this.#tracked.delete(key)
    this.#refusedAt.set(key, steadyMs())
  }

  /** In the notebook as it is, or refused as it is not long ago. */
  #isSettled(key: string, file: FoundFile, rule: Rule): boolean {
    const record = this.#ledger.files.get(key)
    if (record?.is === 'sent') return record.stamp === file.stamp
    if (record?.is !== 'refused' || record.stamp !== file.stamp || record.rule !== rule.fingerprint) return false
    const at = this.#refusedAt.get(key)
    return at !== undefined && steadyMs() - at < REFUSED_FOR_MS
  }

  /** What waits: complete files, those that still change, and those without their marker. */
  tally(hasMarker: (one: Tracked) => boolean): { complete: number; changing: number; unmarked: number } {
    const found = { complete: 0, changing: 0, unmarked: 0 }
    const now = steadyMs()
    for (const one of this.#tracked.values()) {
      if (one.isBusy ? one.isGrowing : !isSettled(one, now)) found.changing++
      else if (one.isBusy || hasMarker(one)) found.complete++
      else found.unmarked++
    }
    return found
  }

  /** Complete files, and those whose growth is to be sent. `hasMarker`: whether the marker of a file is there. */
  *ready(hasMarker: (one: Tracked) => boolean): Generator<Tracked> {
    const now = steadyMs()
    for (const one of this.#tracked.values()) {
      // Without a stamp it changed, and is to be seen again first.
      if (one.isBusy || one.notBefore > now || one.file.stamp === '') continue
      const isComplete = isSettled(one, now) && hasMarker(one)
      const { growing } = one.rule
      const isDue = growing !== undefined && one.file.size > 0 && now - one.triedAt >= growing * 1000
      if (!isComplete && !isDue) continue
      one.isGrowing = !isComplete
      yield one
    }
  }
}

/** Without a stamp it changed, and is to be seen again first. */
function isSettled({ file, since, rule }: Tracked, now: number): boolean {
  return file.stamp !== '' && now - since >= rule.settle * 1000
}

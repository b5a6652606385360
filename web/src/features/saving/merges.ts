import type { MergeJob } from '../../sync/sync.types.ts'
import { mergeTexts } from './merge.ts'
import { carryOver, type Splice, splicesBetween } from './merging/carry-over.ts'
import { pick } from './merging/pick.ts'

/** A merge computed elsewhere. */
export interface Merged {
  /** Undefined if both sides changed the same words. */
  text: string | undefined
  /** The edits to the side in which the person types. */
  splices: Splice[]
}

export type MergeElsewhere = (job: MergeJob) => Promise<Merged>

/** The computation that runs elsewhere. */
export function workOut(job: MergeJob): Merged {
  const text = mergeTexts(job)
  const isTyped = text !== undefined && job.typedIn !== undefined
  return { text, splices: isTyped ? splicesBetween(job[job.typedIn ?? 'mine'], text, job.kind) : [] }
}

/** The merge is being computed: the step is retried when it is done. */
export class MergePending extends Error {}

/**
 * Texts up to this length are merged synchronously: a merge takes up to 2 ms per 1,000 characters, and a key should
 * never wait for 50 ms.
 */
const LONGEST_AT_ONCE = 10_000

/** One step needs a few merges at most. */
const MOST_DONE = 4

export interface MergesOptions {
  /** Where long texts are merged. Without it, or if it fails, they are merged synchronously. */
  elsewhere: MergeElsewhere | undefined
  /** A postponed merge is done. */
  onDone(): void
  longestAtOnce?: number | undefined
}

/** Merges for one text: short ones synchronously, long ones elsewhere while the person types on. */
export function createMerges({ elsewhere, onDone, longestAtOnce = LONGEST_AT_ONCE }: MergesOptions) {
  let done: { job: MergeJob; merged: Merged }[] = []
  let run = elsewhere
  let isRunning = false

  function start(job: MergeJob, work: MergeElsewhere): void {
    isRunning = true
    work(job)
      .then(
        (merged) => {
          done = [...done, { job, merged }].slice(-MOST_DONE)
        },
        () => {
          run = undefined
        },
      )
      .then(() => {
        isRunning = false
        onDone()
      })
  }

  return {
    /** Throws `MergePending` if the merge is not done yet. */
    merge(job: MergeJob): string | undefined {
      const { mine, base, theirs } = job
      const same = pick(mine, base, theirs)
      if (same !== undefined) return same
      const isLong = Math.max(mine.length, base.length, theirs.length) > longestAtOnce
      if (!isLong || !run) return mergeTexts(job)
      for (const one of done) {
        const result = resultFor(job, one.job, one.merged)
        if (result) return result.text
      }
      if (!isRunning) start(job, run)
      throw new MergePending('A merge is being worked out')
    },
    /** Drops all results, once nothing waits for a merge any more. */
    forget(): void {
      done = []
    },
  }
}

/** The result of a finished merge for another job: the same one, or one with some more typing. */
function resultFor(
  job: MergeJob,
  earlier: MergeJob,
  { text, splices }: Merged,
): { text: string | undefined } | undefined {
  const { typedIn, kind } = job
  const isAlike = typedIn === earlier.typedIn && job.isRelated === earlier.isRelated && job.base === earlier.base
  if (!isAlike) return undefined
  const differs = (['mine', 'theirs'] as const).filter((side) => job[side] !== earlier[side])
  if (differs.length === 0) return { text }
  if (differs.length > 1 || typedIn === undefined || differs[0] !== typedIn || text === undefined) return undefined
  const carried = carryOver(earlier[typedIn], job[typedIn], splices, kind)
  return carried === undefined ? undefined : { text: carried }
}

import type { MergeJob } from '../../sync/sync.types.ts'
import { mergeTexts } from './merge.ts'
import { carryOver, type Splice, splicesBetween } from './merging/carry-over.ts'
import { pick } from './merging/pick.ts'

/** A merge that was worked out elsewhere. */
export interface Merged {
  /** Undefined when both sides changed the same words. */
  text: string | undefined
  /** What the merge changed in the side that the person types in. */
  splices: Splice[]
}

export type MergeElsewhere = (job: MergeJob) => Promise<Merged>

/** What is done elsewhere. */
export function workOut(job: MergeJob): Merged {
  const text = mergeTexts(job)
  const isTyped = text !== undefined && job.typedIn !== undefined
  return { text, splices: isTyped ? splicesBetween(job[job.typedIn ?? 'mine'], text, job.kind) : [] }
}

/** The merge is on its way: what wants it is tried again when it is there. */
export class MergePending extends Error {}

/**
 * Up to this length a text is merged at once: a merge takes up to 2 ms for each 1,000 characters, and a key should never
 * wait for 50 ms.
 */
const LONGEST_AT_ONCE = 10_000

/** One step wants a few merges at most. */
const MOST_DONE = 4

export interface MergesOptions {
  /** Where long texts are merged. Without it, or when it fails, they are merged at once. */
  elsewhere: MergeElsewhere | undefined
  /** A merge that somebody was put off for is there. */
  onDone(): void
  longestAtOnce?: number | undefined
}

/** Merges for one text: short ones at once, long ones elsewhere, while the person goes on typing. */
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
    /** Throws `MergePending` for what has to be waited for. */
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
    /** Nobody waits for a merge any more. */
    forget(): void {
      done = []
    },
  }
}

/** What a merge that is done says about another one: the same, or one in which somebody has typed since. */
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

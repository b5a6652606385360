import type { Refused } from '../api/refused.ts'

export type TextKind = 'html' | 'markdown'

/** Two texts with a common base. */
export interface MergeJob {
  mine: string
  base: string
  theirs: string
  kind: TextKind
  /**
   * `theirs` may come from `mine`: where one of two additions starts or ends like the other, that part is not added
   * again.
   */
  isRelated?: boolean
  /** The side in which the person types during the merge, if any. */
  typedIn?: 'mine' | 'theirs'
}

/** The merged text; undefined if both changed the same words. */
export type Merge = (job: MergeJob) => string | undefined

/** The texts of an entry that a person edits. */
export interface Texts {
  title: string
  body: string
}

/** The save state of an entry's text. */
export type SaveStatus =
  | { state: 'saved'; at: number | undefined }
  | { state: 'saving' }
  /** Kept on this device until the service answers. `isOnlyHere`: only in this page, because the disk refuses it. */
  | { state: 'offline'; isOnlyHere?: boolean }
  | { state: 'conflict' }
  | ({ state: 'error' } & Refused)

/** Two versions that cannot be merged; the person chooses. */
export interface Conflict {
  mine: Texts
  theirs: Texts
}

export type ConflictChoice = 'mine' | 'theirs' | 'both'

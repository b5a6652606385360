import type { Refused } from '../api/refused.ts'

export type TextKind = 'html' | 'markdown'

/** Two texts that grew from one. */
export interface MergeJob {
  mine: string
  base: string
  theirs: string
  kind: TextKind
  /** `theirs` may have grown from `mine`: what one of two additions begins or ends with is not added again. */
  isRelated?: boolean
  /** The side that the person goes on typing in while it is merged; none where it is absent. */
  typedIn?: 'mine' | 'theirs'
}

/** Both texts as one; undefined when both changed the same words. */
export type Merge = (job: MergeJob) => string | undefined

/** What a person writes in an entry. */
export interface Texts {
  title: string
  body: string
}

/** Where the text of an entry stands, as the page shows it. */
export type SaveStatus =
  | { state: 'saved'; at: number | undefined }
  | { state: 'saving' }
  /** Kept on this device until the service answers again; `isOnlyHere`: on this page alone, for the disk refuses it. */
  | { state: 'offline'; isOnlyHere?: boolean }
  | { state: 'conflict' }
  | ({ state: 'error' } & Refused)

/** Two versions that no rule can merge; one of the choices settles it. */
export interface Conflict {
  mine: Texts
  theirs: Texts
}

export type ConflictChoice = 'mine' | 'theirs' | 'both'

export type TextKind = 'html' | 'markdown'

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
  | { state: 'error'; message: string; status?: number | undefined }

/** Two versions that no rule can merge; one of the choices settles it. */
export interface Conflict {
  mine: Texts
  theirs: Texts
}

export type ConflictChoice = 'mine' | 'theirs' | 'both'

import type { Refused } from '../api/refused.ts'
import type { Conflict, ConflictChoice, Merge, SaveStatus, TextKind, Texts } from './sync.types.ts'

/** A version of the texts on the service. */
export interface Version {
  texts: Texts
  etag: string
}

export type SaveAnswer =
  /**
   * `savedVersion` is the version that the save made. The texts are the current ones: others may have changed the entry
   * since.
   */
  | ({ kind: 'saved'; savedVersion: number } & Version)
  /** Not saved, because somebody else changed the entry; this is the current version. */
  | ({ kind: 'stale' } & Version)
  /** It is unknown whether the save arrived. */
  | { kind: 'unreachable' }
  | ({ kind: 'refused' } & Refused)

/** Identifies one save, so that the service can tell whether it has it. */
export interface SaveName {
  key: string
  /** When it was first sent. */
  at: number
}

/** The service remembers a save for 30 days. */
const REMEMBERED = 29 * 24 * 3_600_000

export function isRemembered(name: SaveName | undefined, now: number): boolean {
  return name !== undefined && now - name.at < REMEMBERED
}

/** What survives a crash: the current text, and all that a later merge needs. */
export interface UnsavedText {
  kind: TextKind
  etag: string
  /** The service's version when the editing began. */
  base: Texts
  /** The same as it was sent; the service may have cleaned it. */
  known: Texts
  current: Texts
  /** Sent without an answer so far. */
  sending: Texts | undefined
  /** Identifies what was sent; missing in rows from earlier versions of the page. */
  save?: SaveName | undefined
  at: number
}

/** The state of an entry's text between person, device and service. */
export interface TextState {
  kind: TextKind
  title: string
  /** A function is called when the text is needed, not at every key. */
  body: string | (() => string)
  etag: string
  base: Texts
  known: Texts
  sending: Sending | undefined
  /** The request under way, if any. A save stays here until it is answered, even if its text was dropped. */
  request: { of: 'save'; sent: Sending } | { of: 'leftover' } | undefined
  /** Unsaved texts of other pages, to be merged into this one. */
  leftovers: readonly UnsavedText[]
  /** The service's version during a conflict. */
  apart: Version | undefined
  /** The newest known version of the service, while an unanswered save prevents its merge. */
  waiting: Version | undefined
  /** An input method is active: nothing may change under it. */
  isComposing: boolean
  /** What to merge once the input method is done. */
  mergeLater: { remote: Version; unconfirmed: Texts | undefined } | undefined
  revision: number
  sentRevision: number
  savedRevision: number
  failures: number
  status: SaveStatus
  firstUnsaved: number | undefined
  lastKeptAt: number
  isKeepingDue: boolean
}

export interface Sending {
  texts: Texts
  name: SaveName | undefined
  /** It was sent before without an answer. */
  isRepeated: boolean
  /** Only its words tell whether it arrived: it was sent without a key, or too long ago. */
  isGuessed: boolean
  refusals: number
}

export type TextEvent =
  | { do: 'title'; title: string }
  | { do: 'body'; body: string | (() => string) }
  | { do: 'compose'; isComposing: boolean }
  /** The texts replace the current ones, as if they had been typed. */
  | { do: 'replace'; texts: Texts }
  | { do: 'keepDue' }
  | { do: 'saveDue' }
  /** The input method is done, so the merge can run. */
  | { do: 'mergeDue' }
  | { do: 'answer'; answer: SaveAnswer }
  /** Another tab or another answer reports this version of the service. */
  | { do: 'remote'; version: Version }
  | { do: 'resolve'; choice: ConflictChoice }
  | { do: 'giveUp' }
  /** What earlier pages could not save. */
  | { do: 'restore'; unsaved: readonly UnsavedText[] }
  /** Retries at once, for instance because the network is back. */
  | { do: 'retry' }
  /** The page may go away now. */
  | { do: 'flush' }

export type TextEffect =
  | { do: 'send'; change: Partial<Texts>; etag: string; key: string }
  | { do: 'keep'; unsaved: UnsavedText }
  | { do: 'clear' }
  /** The unsaved text of an earlier page is now part of this one. */
  | { do: 'adopted'; unsaved: UnsavedText }
  | { do: 'replace'; texts: Texts }
  | { do: 'saved'; version: Version }
  | { do: 'changed' }
  | { do: 'saveAfter'; wait: number }
  | { do: 'keepAfter'; wait: number }
  | { do: 'cancelSave' }
  /** The next step. It is separate if it may have to wait for a merge, for which this one must not wait. */
  | { do: 'next'; event: TextEvent }
  | { do: 'cancelKeeping' }

/** The inputs of a step. */
export interface Surroundings {
  now: number
  newKey(): string
  /** Throws if the merge is not computed yet: the whole step is repeated when it is. */
  merge: Merge
}

/** `shown`: the same texts as the page shows them, if the service would clean them. */
export function startText(kind: TextKind, { texts, etag }: Version, shown = texts): TextState {
  return {
    kind,
    title: shown.title,
    body: shown.body,
    etag,
    base: texts,
    known: shown,
    sending: undefined,
    request: undefined,
    leftovers: [],
    apart: undefined,
    waiting: undefined,
    isComposing: false,
    mergeLater: undefined,
    revision: 0,
    sentRevision: 0,
    savedRevision: 0,
    failures: 0,
    status: { state: 'saved', at: undefined },
    firstUnsaved: undefined,
    lastKeptAt: Number.NEGATIVE_INFINITY,
    isKeepingDue: false,
  }
}

/** The current texts. Reads the body if nobody has since the last key. */
export function textsIn(state: Pick<TextState, 'title' | 'body'>): Texts {
  const { title, body } = state
  return { title, body: typeof body === 'function' ? body() : body }
}

export function isDirty({ status, revision, savedRevision, leftovers }: TextState): boolean {
  return status.state !== 'saved' || revision > savedRevision || leftovers.length > 0
}

export function conflictIn(state: TextState): Conflict | undefined {
  return state.apart && { mine: textsIn(state), theirs: state.apart.texts }
}

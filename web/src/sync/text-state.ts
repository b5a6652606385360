import type { Refused } from '../api/refused.ts'
import type { Conflict, ConflictChoice, Merge, SaveStatus, TextKind, Texts } from './sync.types.ts'

/** A version of the texts that the service has. */
export interface Version {
  texts: Texts
  etag: string
}

export type SaveAnswer =
  /** `savedVersion`: the version that the save made. The texts are what the entry is now: others may have gone on since. */
  | ({ kind: 'saved'; savedVersion: number } & Version)
  /** It is not in, for somebody else changed the entry; this is what it is now. */
  | ({ kind: 'stale' } & Version)
  /** Nobody knows whether it arrived. */
  | { kind: 'unreachable' }
  | ({ kind: 'refused' } & Refused)

/** Names one save, so that the service can say whether it is in. */
export interface SaveName {
  key: string
  /** When it was first sent. */
  at: number
}

/** The service knows the name of a save for 30 days. */
const REMEMBERED = 29 * 24 * 3_600_000

export function isRemembered(name: SaveName | undefined, now: number): boolean {
  return name !== undefined && now - name.at < REMEMBERED
}

/** What survives a crash: the text as it is, and all that is needed to merge it later. */
export interface UnsavedText {
  kind: TextKind
  etag: string
  /** What the service had when the writing began. */
  base: Texts
  /** The same as it was sent; the service may have cleaned it. */
  known: Texts
  current: Texts
  /** Sent, with no answer so far. */
  sending: Texts | undefined
  /** Of what was sent; absent in what earlier versions of the page have kept. */
  save?: SaveName | undefined
  at: number
}

/** Where the text of one entry stands between the person, this device and the service. */
export interface TextState {
  kind: TextKind
  title: string
  /** A function is asked when the text is needed, not at every key. */
  body: string | (() => string)
  etag: string
  base: Texts
  known: Texts
  sending: Sending | undefined
  /** What is on its way, if anything is. A save is, also after it was let go. */
  request: { of: 'save'; sent: Sending } | { of: 'leftover' } | undefined
  /** What other pages left behind, to be added to what is written here. */
  leftovers: readonly UnsavedText[]
  /** What the service has, while a conflict keeps it from being merged. */
  apart: Version | undefined
  /** The newest version the service is known to have, while what was sent keeps it from being merged. */
  waiting: Version | undefined
  /** An input method is at work: nothing may change under it. */
  isComposing: boolean
  /** What is merged when it is done. */
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
  /** Only its words tell whether it is in: it was sent without a name, or too long ago. */
  isGuessed: boolean
  refusals: number
}

export type TextEvent =
  | { do: 'title'; title: string }
  | { do: 'body'; body: string | (() => string) }
  | { do: 'compose'; isComposing: boolean }
  /** The texts are put in the place of what is here, as if they had been typed. */
  | { do: 'replace'; texts: Texts }
  | { do: 'keepDue' }
  | { do: 'saveDue' }
  /** What waited for an input method can be merged. */
  | { do: 'mergeDue' }
  | { do: 'answer'; answer: SaveAnswer }
  /** The service has this version, as another tab or another answer says. */
  | { do: 'remote'; version: Version }
  | { do: 'resolve'; choice: ConflictChoice }
  | { do: 'giveUp' }
  /** What earlier pages could not save. */
  | { do: 'restore'; unsaved: readonly UnsavedText[] }
  /** Tries at once, for instance because the network is back. */
  | { do: 'retry' }
  /** The page may go away now. */
  | { do: 'flush' }

export type TextEffect =
  | { do: 'send'; change: Partial<Texts>; etag: string; key: string }
  | { do: 'keep'; unsaved: UnsavedText }
  | { do: 'clear' }
  /** What an earlier page left is part of what is kept here. */
  | { do: 'adopted'; unsaved: UnsavedText }
  | { do: 'replace'; texts: Texts }
  | { do: 'saved'; version: Version }
  | { do: 'changed' }
  | { do: 'saveAfter'; wait: number }
  | { do: 'keepAfter'; wait: number }
  | { do: 'cancelSave' }
  /** The next step. It is one of its own where it may have to wait for a merge, for which this one must not wait. */
  | { do: 'next'; event: TextEvent }
  | { do: 'cancelKeeping' }

/** What a step needs from outside. */
export interface Surroundings {
  now: number
  newKey(): string
  /** Throws where the merge is not worked out yet: the whole step is taken again when it is. */
  merge: Merge
}

export function startText(kind: TextKind, { texts, etag }: Version): TextState {
  return {
    kind,
    title: texts.title,
    body: texts.body,
    etag,
    base: texts,
    known: texts,
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

/** The texts as they are; asks for them where nobody has since the last key. */
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

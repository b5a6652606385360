import { holdsChanges, mergeRelated, mergeTexts, type TextKind } from './merge.ts'
import type { Conflict, ConflictChoice, SaveStatus, Texts } from './saving.types.ts'
import { versionNumber } from './versions.ts'

/** A version of the texts that the service has. */
export interface Version {
  texts: Texts
  etag: string
}

export type SaveAnswer =
  /** `from`: the version that it was made on, where this page made one itself meanwhile. */
  | ({ kind: 'saved'; from?: string } & Version)
  /** Somebody else changed the entry; this is what it is now. */
  | ({ kind: 'stale' } & Version)
  /** Nobody knows whether it arrived. */
  | { kind: 'unreachable' }
  | { kind: 'refused'; message: string; status?: number }

export interface Transport {
  save(change: Partial<Texts>, etag: string): Promise<SaveAnswer>
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
  at: number
}

export interface UnsavedStore {
  write(unsaved: UnsavedText): void
  clear(): void
}

export interface Clock {
  now(): number
  after(milliseconds: number, run: () => void): () => void
}

export interface SaverOptions {
  kind: TextKind
  transport: Transport
  store: UnsavedStore
  clock: Clock
  /** The status, or what the page shows, is different now. */
  onChange(): void
  /** The texts were replaced from outside: by a merge, or by what somebody else wrote. */
  onReplace(texts: Texts): void
  /** The service has a new version, made here. */
  onSaved?(version: Version): void
}

export type Saver = ReturnType<typeof createSaver>

const IDLE_BEFORE_SAVE = 350
const MOST_BEFORE_SAVE = 800
const KEEP_EVERY = 300
const FIRST_RETRY = 500
const LONGEST_RETRY = 10_000
const RETRY_AFTER_REFUSAL = 15_000
const MOST_TITLE = 255

/**
 * Brings what is written in one entry to the service without losing any of it. Knows neither the page nor the network:
 * both are given, so that every failure can be tried.
 */
export function createSaver(options: SaverOptions, version: Version) {
  const { kind, transport, store, clock } = options
  let { etag } = version
  let base = version.texts
  let known = version.texts
  let title = version.texts.title
  let body: string | (() => string) = version.texts.body
  let sending: Texts | undefined
  let isSending = false
  /** What the service has, while a conflict keeps it from being merged. */
  let apart: Version | undefined
  let revision = 0
  let savedRevision = 0
  let failures = 0
  let status: SaveStatus = { state: 'saved', at: undefined }
  let firstUnsaved: number | undefined
  let lastKeptAt = Number.NEGATIVE_INFINITY
  let cancelSave: (() => void) | undefined
  let cancelKeeping: (() => void) | undefined
  let isClosed = false

  function readTexts(): Texts {
    if (typeof body === 'function') body = body()
    return { title, body }
  }

  function setStatus(next: SaveStatus): void {
    if (next.state === status.state && next.state !== 'saved' && next.state !== 'error') return
    status = next
    options.onChange()
  }

  function noteEdit(): void {
    revision += 1
    firstUnsaved ??= clock.now()
    if (status.state === 'saved') setStatus({ state: 'saving' })
    scheduleKeeping()
    if (failures === 0 && !isSending) scheduleSave(untilSave())
  }

  function untilSave(): number {
    const waited = clock.now() - (firstUnsaved ?? clock.now())
    return Math.max(0, Math.min(IDLE_BEFORE_SAVE, MOST_BEFORE_SAVE - waited))
  }

  function scheduleSave(milliseconds: number): void {
    cancelSave?.()
    cancelSave = clock.after(milliseconds, () => void save())
  }

  function scheduleKeeping(): void {
    if (cancelKeeping) return
    const wait = Math.max(0, lastKeptAt + KEEP_EVERY - clock.now())
    cancelKeeping = clock.after(wait, keepUnsaved)
  }

  function keepUnsaved(): void {
    cancelKeeping?.()
    cancelKeeping = undefined
    if (isClosed) return
    lastKeptAt = clock.now()
    store.write({ kind, etag, base, known, current: readTexts(), sending, at: lastKeptAt })
  }

  async function save(): Promise<void> {
    cancelSave?.()
    cancelSave = undefined
    if (isSending || apart || isClosed) return
    const isRepeated = sending !== undefined
    const sentRevision = isRepeated ? savedRevision : revision
    const texts = sending ?? readTexts()
    const change = changeTo(texts, known)
    if (!change) {
      failures = 0
      return settle(sentRevision)
    }
    sending = texts
    isSending = true
    keepUnsaved()
    setStatus({ state: 'saving' })
    firstUnsaved = undefined
    const answer = await transport.save(change, etag)
    isSending = false
    if (isClosed) return
    if (answer.kind === 'unreachable') return retryLater()
    failures = 0
    sending = undefined
    if (answer.kind === 'refused') return refuse(answer.message, answer.status)
    if (answer.kind === 'stale') return takeRemote(answer, { texts, isRepeated })
    // The same object where the service changed nothing, which is then kept once.
    known = changeTo(texts, answer.texts) ? texts : answer.texts
    const isOurs = versionNumber(answer.etag) <= versionNumber(answer.from ?? etag) + 1
    etag = answer.etag
    options.onSaved?.(answer)
    if (isOurs) {
      base = answer.texts
      settle(sentRevision)
    } else {
      // Somebody was faster between our change and the reading of the answer.
      base = texts
      takeRemote(answer)
    }
  }

  function settle(sentRevision: number): void {
    savedRevision = Math.max(savedRevision, sentRevision)
    if (changeTo(readTexts(), known)) {
      firstUnsaved ??= clock.now()
      keepUnsaved()
      scheduleSave(untilSave())
      return
    }
    savedRevision = revision
    firstUnsaved = undefined
    cancelKeeping?.()
    cancelKeeping = undefined
    store.clear()
    setStatus({ state: 'saved', at: clock.now() })
  }

  function retryLater(): void {
    failures += 1
    setStatus({ state: 'offline' })
    scheduleSave(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1)))
  }

  function refuse(message: string, code: number | undefined): void {
    setStatus({ state: 'error', message, status: code })
    keepUnsaved()
    scheduleSave(RETRY_AFTER_REFUSAL)
  }

  /** Merges what the service has into what is here. `unconfirmed` was sent and may be part of it. */
  function takeRemote(remote: Version, unconfirmed?: Unconfirmed): void {
    const current = readTexts()
    const start = { ...base }
    const seen = { ...known }
    for (const field of ['title', 'body'] as const) {
      if (unconfirmed && hasArrived(unconfirmed, field, base, remote.texts, kind)) {
        start[field] = unconfirmed.texts[field]
        seen[field] = unconfirmed.texts[field]
      }
    }
    const merged = mergeVersions(current, start, seen, remote.texts, kind)
    if (!merged) {
      apart = remote
      keepUnsaved()
      setStatus({ state: 'conflict' })
      options.onChange()
      return
    }
    adopt(remote, merged)
  }

  /** Both versions: what can be merged is, and of what cannot each stands with the other. */
  function joinTexts(mine: Texts, theirs: Texts): Texts {
    const joinedTitle = mergeField(mine.title, base.title, known.title, theirs.title, 'markdown')
    const joinedBody = mergeField(mine.body, base.body, known.body, theirs.body, kind)
    return {
      title: joinedTitle ?? joinTitles(theirs.title, mine.title),
      body: joinedBody ?? joinBodies(theirs.body, mine.body, kind),
    }
  }

  /** Continues from the service's version with these texts. */
  function adopt(remote: Version, texts: Texts): void {
    const before = readTexts()
    apart = undefined
    base = remote.texts
    known = remote.texts
    etag = remote.etag
    title = texts.title
    body = texts.body
    if (before.title !== texts.title || before.body !== texts.body) options.onReplace(texts)
    if (status.state === 'conflict') setStatus({ state: 'saving' })
    settle(revision)
    options.onChange()
  }

  function continueFrom(unsaved: UnsavedText): void {
    const present = { texts: base, etag }
    const before = readTexts()
    etag = unsaved.etag
    base = unsaved.base
    known = unsaved.known
    title = unsaved.current.title
    body = unsaved.current.body
    sending = unsaved.sending
    setStatus({ state: 'saving' })
    if (before.title !== title || before.body !== body) options.onReplace(unsaved.current)
    if (versionNumber(present.etag) === versionNumber(unsaved.etag)) return
    const unconfirmed = sending && { texts: sending, isRepeated: true }
    sending = undefined
    takeRemote(present, unconfirmed)
  }

  /** Adds what another page left behind to what is written here; what cannot be merged is put at the end. */
  function addLeftover(unsaved: UnsavedText): void {
    const here = readTexts()
    const { current: left, base: start } = unsaved
    const next = {
      title: mergeRelated(left.title, start.title, here.title, 'markdown') ?? joinTitles(here.title, left.title),
      body: mergeRelated(left.body, start.body, here.body, kind) ?? joinBodies(here.body, left.body, kind),
    }
    if (!changeTo(next, here)) return
    title = next.title
    body = next.body
    options.onReplace(next)
  }

  return {
    get status() {
      return status
    },
    get texts() {
      return readTexts()
    },
    get title() {
      return title
    },
    get isDirty() {
      return status.state !== 'saved' || revision > savedRevision
    },
    get conflict(): Conflict | undefined {
      return apart && { mine: readTexts(), theirs: apart.texts }
    },
    setTitle(next: string) {
      if (next === title) return
      title = next
      noteEdit()
    },
    /** A function is asked when the text is needed, not at every key. */
    setBody(next: string | (() => string)) {
      body = next
      noteEdit()
    },
    /** The service has this version, as another tab or another answer says. */
    noteRemote(remote: Version) {
      if (versionNumber(remote.etag) <= versionNumber(apart?.etag ?? etag)) return
      // The answer that is on its way will bring it.
      if (isSending || sending) return
      takeRemote(remote)
    },
    /** Returns what was here: what is given up can be brought back. */
    resolveConflict(choice: ConflictChoice): Texts {
      if (!apart) return readTexts()
      const mine = readTexts()
      const theirs = apart.texts
      revision += 1
      if (choice === 'theirs') adopt(apart, theirs)
      else if (choice === 'mine') adopt(apart, mine)
      else adopt(apart, joinTexts(mine, theirs))
      void save()
      return mine
    },
    /** Puts these texts in the place of what is here, as if they had been typed. */
    replace(texts: Texts) {
      title = texts.title
      body = texts.body
      options.onReplace(texts)
      noteEdit()
    },
    /** Lets go of what the service does not have. Returns it: it can be brought back. */
    giveUp(): Texts {
      const mine = readTexts()
      const there = apart ?? { texts: base, etag }
      cancelSave?.()
      sending = undefined
      failures = 0
      adopt(there, there.texts)
      return mine
    },
    /** Takes up what earlier pages could not save. */
    restore(unsavedTexts: readonly UnsavedText[]) {
      for (const unsaved of unsavedTexts) {
        if (revision === 0) continueFrom(unsaved)
        else addLeftover(unsaved)
        revision += 1
      }
      if (!sending && !apart && !changeTo(readTexts(), known)) return
      keepUnsaved()
      scheduleSave(0)
    },
    /** Tries at once, for instance because the network is back. */
    retry() {
      if (status.state === 'offline' || status.state === 'error') void save()
    },
    /** The page may go away now. */
    flush() {
      if (revision > savedRevision || sending) {
        keepUnsaved()
        if (failures === 0) void save()
      }
    },
    close() {
      isClosed = true
      cancelSave?.()
      cancelKeeping?.()
    },
  }
}

/** What was sent, and whether that was tried before without an answer. */
interface Unconfirmed {
  texts: Texts
  isRepeated: boolean
}

/**
 * What was sent for the first time and refused is not there, even if somebody else's words end or begin alike. Only a browser
 * that sent it twice by itself may have brought it: then there is nothing else.
 */
function hasArrived(
  { texts, isRepeated }: Unconfirmed,
  field: keyof Texts,
  base: Texts,
  remote: Texts,
  kind: TextKind,
): boolean {
  if (!isRepeated) return texts[field] === remote[field]
  return holdsChanges(texts[field], base[field], remote[field], kind)
}

/** The fields that differ; undefined for none. */
function changeTo(texts: Texts, known: Texts): Partial<Texts> | undefined {
  const change: Partial<Texts> = {
    ...(texts.title !== known.title && { title: texts.title }),
    ...(texts.body !== known.body && { body: texts.body }),
  }
  return 'title' in change || 'body' in change ? change : undefined
}

function mergeVersions(current: Texts, start: Texts, known: Texts, theirs: Texts, kind: TextKind): Texts | undefined {
  const title = mergeField(current.title, start.title, known.title, theirs.title, 'markdown')
  const body = mergeField(current.body, start.body, known.body, theirs.body, kind)
  return title === undefined || body === undefined ? undefined : { title, body }
}

/** `start` is what the service had, `known` the same as it was sent: the service may have cleaned it. */
function mergeField(current: string, start: string, known: string, theirs: string, kind: TextKind) {
  if (theirs === start) return current
  return current === known ? theirs : mergeTexts(current, start, theirs, kind)
}

function joinTitles(first: string, second: string): string {
  return `${first} · ${second}`.slice(0, MOST_TITLE)
}

function joinBodies(first: string, second: string, kind: TextKind): string {
  if (first.trim() === '') return second
  if (second.trim() === '') return first
  return kind === 'html' ? `${first}<hr>${second}` : `${first}\n\n---\n\n${second}`
}

import { newKey } from '../../api/new-key.ts'
import { etagOfVersion, versionNumber } from '../../api/versions.ts'
import { holdsChanges, mergeRelated, mergeTexts, type TextKind } from './merge.ts'
import type { Conflict, ConflictChoice, SaveStatus, Texts } from './saving.types.ts'

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
  | { kind: 'refused'; message: string; status?: number }

export interface Transport {
  /** The same key again changes nothing if that save is in, whatever the version is by now. */
  save(change: Partial<Texts>, etag: string, key: string): Promise<SaveAnswer>
}

/** Names one save, so that the service can say whether it is in. */
export interface SaveName {
  key: string
  /** When it was first sent. */
  at: number
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
const KEEP_EVERY = 100
const KEEP_LONG_TEXT_EVERY = 300
const LONG_TEXT = 100_000
const FIRST_RETRY = 500
const LONGEST_RETRY = 10_000
const RETRY_AFTER_REFUSAL = 15_000
/** The service knows the name of a save for 30 days. */
const REMEMBERED = 29 * 24 * 3_600_000
/** So often a save that may be in is sent again though its content is refused, which may have been something in between. */
const MOST_ASKS = 5

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
  let sending: { texts: Texts; name: SaveName | undefined; refusals: number } | undefined
  let isSending = false
  /** What other pages left behind, to be added to what is written here. */
  const leftovers: Leftover[] = []
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
    const every = known.body.length < LONG_TEXT ? KEEP_EVERY : KEEP_LONG_TEXT_EVERY
    const wait = Math.max(0, lastKeptAt + every - clock.now())
    cancelKeeping = clock.after(wait, keepUnsaved)
  }

  function keepUnsaved(): void {
    cancelKeeping?.()
    cancelKeeping = undefined
    if (isClosed) return
    lastKeptAt = clock.now()
    const sent = { sending: sending?.texts, save: sending?.name }
    store.write({ kind, etag, base, known, current: readTexts(), ...sent, at: lastKeptAt })
  }

  async function save(): Promise<void> {
    cancelSave?.()
    cancelSave = undefined
    if (isSending || apart || isClosed) return
    if (!sending && leftovers[0]) return addLeftover(leftovers[0])
    const isRepeated = sending !== undefined
    const sentRevision = isRepeated ? savedRevision : revision
    const texts = sending?.texts ?? readTexts()
    const change = changeTo(texts, known)
    if (!change) {
      failures = 0
      sending = undefined
      return settle(sentRevision)
    }
    const isGuessed = isRepeated && !isRemembered(sending?.name)
    const name = sending?.name ?? { key: newKey(), at: clock.now() }
    sending = { texts, name, refusals: sending?.refusals ?? 0 }
    isSending = true
    keepUnsaved()
    setStatus({ state: 'saving' })
    firstUnsaved = undefined
    const answer = await transport.save(change, etag, name.key)
    isSending = false
    if (isClosed) return
    if (answer.kind === 'unreachable') return retryLater()
    failures = 0
    if (answer.kind === 'refused') {
      sending.refusals += 1
      if (!isRepeated || (isAboutContent(answer.status) && sending.refusals >= MOST_ASKS)) sending = undefined
      return refuse(answer.message, answer.status)
    }
    sending = undefined
    if (answer.kind === 'stale') return takeRemote(answer, isGuessed ? texts : undefined)
    // The same object where the service changed nothing, which is then kept once.
    known = changeTo(texts, answer.texts) ? texts : answer.texts
    options.onSaved?.(answer)
    if (versionNumber(answer.etag) === answer.savedVersion) {
      base = answer.texts
      etag = answer.etag
      settle(sentRevision)
    } else {
      // Others have gone on from what was saved: that is what theirs and mine grew from.
      base = texts
      etag = etagOfVersion(answer.savedVersion)
      takeRemote(answer)
    }
  }

  function isRemembered(name: SaveName | undefined): boolean {
    return name !== undefined && clock.now() - name.at < REMEMBERED
  }

  function settle(sentRevision: number): void {
    savedRevision = Math.max(savedRevision, sentRevision)
    if (changeTo(readTexts(), known)) {
      firstUnsaved ??= clock.now()
      keepUnsaved()
      scheduleSave(untilSave())
      return
    }
    if (leftovers.length > 0) {
      scheduleSave(0)
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

  /** Merges what the service has into what is here. `unconfirmed` was sent, and nobody can say whether it is in. */
  function takeRemote(remote: Version, unconfirmed?: Texts): void {
    const current = readTexts()
    const start = { ...base }
    const seen = { ...known }
    for (const field of ['title', 'body'] as const) {
      if (unconfirmed && holdsChanges(unconfirmed[field], base[field], remote.texts[field], kind)) {
        start[field] = unconfirmed[field]
        seen[field] = unconfirmed[field]
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
    sending = unsaved.sending && { texts: unsaved.sending, name: unsaved.save, refusals: 0 }
    setStatus({ state: 'saving' })
    if (before.title !== title || before.body !== body) options.onReplace(unsaved.current)
    if (versionNumber(present.etag) === versionNumber(unsaved.etag)) return
    // The service knows whether what was sent is in: it is sent again, and the answer brings what is there now.
    if (sending && isRemembered(sending.name)) return
    const unconfirmed = sending?.texts
    sending = undefined
    takeRemote(present, unconfirmed)
  }

  /** Adds what another page left behind to what is written here. What it had sent is sent again, to know whether it is in. */
  async function addLeftover(leftover: Leftover): Promise<void> {
    const { unsaved } = leftover
    const { sending: sent, save: name } = unsaved
    const change = sent && changeTo(sent, unsaved.known)
    if (!sent || !change || !name || !isRemembered(name)) return mergeLeftover(leftover, unsaved.base, mergeRelated)
    isSending = true
    setStatus({ state: 'saving' })
    const answer = await transport.save(change, unsaved.etag, name.key)
    isSending = false
    if (isClosed) return
    if (answer.kind === 'unreachable') return retryLater()
    failures = 0
    if (answer.kind === 'refused') {
      if (!isAboutContent(answer.status)) return refuse(answer.message, answer.status)
      return mergeLeftover(leftover, unsaved.base, mergeRelated)
    }
    if (versionNumber(answer.etag) > versionNumber(etag)) takeRemote(answer)
    mergeLeftover(leftover, answer.kind === 'saved' ? sent : unsaved.base, mergeTexts)
  }

  /** What cannot be merged is put at the end. */
  function mergeLeftover(leftover: Leftover, start: Texts, merge: typeof mergeTexts): void {
    const here = readTexts()
    const { current: left } = leftover.unsaved
    const next = {
      title: merge(left.title, start.title, here.title, 'markdown') ?? joinTitles(here.title, left.title),
      body: merge(left.body, start.body, here.body, kind) ?? joinBodies(here.body, left.body, kind),
    }
    leftovers.splice(leftovers.indexOf(leftover) >>> 0, 1)
    if (changeTo(next, here)) {
      title = next.title
      body = next.body
      options.onReplace(next)
      revision += 1
    }
    keepUnsaved()
    leftover.onAdopted?.(leftover.unsaved)
    if (!apart) settle(savedRevision)
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
      return status.state !== 'saved' || revision > savedRevision || leftovers.length > 0
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
      leftovers.splice(0)
      adopt(there, there.texts)
      return mine
    },
    /** Takes up what earlier pages could not save. `onAdopted` is told of each that is part of what is kept here. */
    restore(unsavedTexts: readonly UnsavedText[], onAdopted?: (unsaved: UnsavedText) => void) {
      const [first, ...others] = unsavedTexts
      if (!first) return
      const isUntouched = revision === 0
      leftovers.push(...(isUntouched ? others : unsavedTexts).map((unsaved) => ({ unsaved, onAdopted })))
      if (isUntouched) {
        continueFrom(first)
        revision += 1
        if (sending || apart || changeTo(readTexts(), known)) keepUnsaved()
        onAdopted?.(first)
      } else setStatus({ state: 'saving' })
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

interface Leftover {
  unsaved: UnsavedText
  onAdopted: ((unsaved: UnsavedText) => void) | undefined
}

/** Rights and sessions change by themselves; what is wrong with a text stays wrong. */
function isAboutContent(status: number | undefined): boolean {
  return status !== 401 && status !== 403 && status !== 404
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
  return `${first} · ${second}`
}

function joinBodies(first: string, second: string, kind: TextKind): string {
  if (first.trim() === '') return second
  if (second.trim() === '') return first
  return kind === 'html' ? `${first}<hr>${second}` : `${first}\n\n---\n\n${second}`
}

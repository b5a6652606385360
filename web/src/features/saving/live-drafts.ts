import type { Entity } from '@aliquot/contract/entities'
import { currentId, isNewEntry, onEntryCreated, UNTITLED } from '../../api/new-entries.ts'
import { queryClient } from '../../api/query-client.ts'
import { dropLastWords, putLastWords } from '../../sync/last-words.ts'
import { keepPending } from '../../sync/leaving.ts'
import { pageClock } from '../../sync/page-clock.ts'
import { deleteUnsaved, putUnsaved, unsavedOf } from '../../sync/pending-store.ts'
import type { Conflict, SaveStatus, Texts } from '../../sync/sync.types.ts'
import { claimUnsaved, findOrphans, onSavedElsewhere, pageId, tellSaved } from '../../sync/tabs.ts'
import type { UnsavedText, Version } from '../../sync/text-state.ts'
import type { UnsavedRow } from '../../sync/unsaved-row.ts'
import { noteChanged, showRecord, type VersionedEntry } from '../entry-data/entry.queries.ts'
import { lastUserid } from '../session/session.queries.ts'
import { entryTransport, textsOf } from './entry-transport.ts'
import { onDiscarded } from './kept-here.ts'
import { noteEntryVersion } from './live-fields.ts'
import { mergeInWorker } from './merge-in-worker.ts'
import { createSaver, type Saver } from './saver.ts'

/** The text of an open entry, or of one with unsaved text. */
export interface LiveDraft {
  saver: Saver
  /** Would be lost with the page: neither the service nor the disk has it. */
  readonly isAtRisk: boolean
  /** A new object whenever the page must render. */
  readonly shown: Shown
  subscribe(listener: () => void): () => void
  /** Called synchronously, before another key, when the texts come from elsewhere. */
  onReplace(listener: (texts: Texts) => void): () => void
  setTitle(title: string): void
  setBody(body: string | (() => string)): void
  hold(): () => void
}

interface Shown extends Texts {
  status: SaveStatus
  conflict: Conflict | undefined
}

/** Components remount now and then; a draft outlives that. */
const RELEASE_AFTER = 1000

const drafts = new Map<number, LiveDraft>()
const unsavedTexts = new Map<string, () => UnsavedRow | undefined>()

/** The draft of an entry: one per page, however many components show it. */
export function liveDraft(entry: Entity, etag: string): LiveDraft {
  const known = findDraft(entry.id)
  if (known) return known
  const draft = createLiveDraft(entry, { texts: textsOf(entry), etag })
  drafts.set(currentId(entry.id), draft)
  return draft
}

function findDraft(entryId: number): LiveDraft | undefined {
  return drafts.get(currentId(entryId))
}

/** Resolves when the text is saved, or cannot be: for actions that must come after it. */
export async function flushDraft(entryId: number): Promise<void> {
  const draft = findDraft(entryId)
  if (!draft) return
  const { saver, subscribe } = draft
  saver.flush()
  await new Promise<void>((resolve) => {
    const stop = subscribe(check)
    check()
    function check(): void {
      if (saver.status.state === 'saving') return
      stop()
      resolve()
    }
  })
}

function createLiveDraft(entry: Entity, version: Version): LiveDraft {
  const key = `${entry.id}/${pageId}`
  const userid = lastUserid()
  /** A new entry gets its id with its first change. */
  const idNow = () => currentId(entry.id)
  const cache = recordCache(idNow)
  const listeners = new Set<() => void>()
  const replaceListeners = new Set<(texts: Texts) => void>()
  let holders = 0
  let wasHeld = false
  let isRestoring = true
  let last: UnsavedRow | undefined
  let isLastKept: Promise<boolean> = Promise.resolve(true)
  let isOnlyHere = false
  let telling: ReturnType<typeof setTimeout> | undefined
  let shown: Shown = { ...version.texts, status: { state: 'saved', at: undefined }, conflict: undefined }

  function show(texts: Partial<Texts>): void {
    shown = { ...shown, ...texts }
    showSaving()
    tell()
  }

  function showSaving(): void {
    const { status, conflict } = saver
    const isSaved = status.state === 'saved' && status.at !== undefined && status !== shown.status
    shown = { ...shown, status: status.state === 'offline' ? { ...status, isOnlyHere } : status, conflict }
    if (isSaved) noteChanged(queryClient, idNow())
    // In another task: the key, or the answer with the whole text, that caused this is enough work for one task.
    telling ??= setTimeout(tell)
    if (wasHeld && holders === 0) setTimeout(releaseWhenSaved, RELEASE_AFTER)
  }

  function tell(): void {
    clearTimeout(telling)
    telling = undefined
    for (const listener of listeners) listener()
  }

  const saver = createSaver(
    {
      kind: entry.content_type === 2 ? 'markdown' : 'html',
      shown: version.texts,
      transport: entryTransport(entry, userid, (data, etag) => {
        noteEntryVersion(idNow(), { data, etag })
        cache.note({ data, etag })
      }),
      store: {
        write(unsaved: UnsavedText) {
          last = { ...unsaved, key, type: entry.type, entryId: idNow(), userid }
          isLastKept = putUnsaved(last)
          void isLastKept.then((isKept) => noteKept(isKept))
        },
        clear() {
          last = undefined
          void deleteUnsaved(key)
        },
      },
      clock: pageClock,
      mergeElsewhere: mergeInWorker,
      onChange: showSaving,
      onReplace(texts) {
        for (const listener of replaceListeners) listener(texts)
        show(texts)
      },
      onSaved: (saved) => tellSaved(idNow(), saved),
    },
    isNewEntry(entry.id) ? { ...version, texts: { ...version.texts, title: UNTITLED } } : version,
  )

  function noteKept(isKept: boolean): void {
    if (isOnlyHere === !isKept) return
    isOnlyHere = !isKept
    showSaving()
  }

  function releaseWhenSaved(): void {
    if (holders > 0 || isRestoring || saver.isDirty) return
    saver.close()
    cache.write()
    if (findDraft(entry.id)?.saver === saver) drafts.delete(idNow())
    unsavedTexts.delete(key)
  }

  unsavedTexts.set(key, () => last)
  // A slow device reads for longer than anybody holds the draft of a closed page.
  void restore(entry.id, userid, saver, () => isLastKept).finally(() => {
    isRestoring = false
    if (wasHeld && holders === 0) setTimeout(releaseWhenSaved, RELEASE_AFTER)
  })
  return {
    saver,
    get isAtRisk() {
      return isOnlyHere && saver.isDirty
    },
    get shown() {
      return shown
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onReplace(listener) {
      replaceListeners.add(listener)
      return () => replaceListeners.delete(listener)
    },
    setTitle(title) {
      saver.setTitle(title)
      show({ title })
    },
    setBody(body) {
      saver.setBody(body)
      if (typeof body === 'string') show({ body })
    },
    hold() {
      holders += 1
      wasHeld = true
      return () => {
        holders -= 1
        saver.flush()
        cache.write()
        // The next page with this entry must get the text, not the editor that wrote it.
        if (holders === 0) shown = { ...shown, ...saver.texts }
        setTimeout(releaseWhenSaved, RELEASE_AFTER)
      }
    },
  }
}

const CACHE_AFTER = 1500

/**
 * Updates the cached record, so that the next page sees what was saved. It waits during typing, because the whole page
 * renders the record.
 */
function recordCache(idNow: () => number) {
  let latest: VersionedEntry | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  function write(): void {
    clearTimeout(timer)
    const record = latest
    latest = undefined
    if (record) showRecord(idNow(), record)
  }
  return {
    note(record: VersionedEntry): void {
      latest = record
      clearTimeout(timer)
      timer = setTimeout(write, CACHE_AFTER)
    },
    write,
  }
}

/** Takes up the unsaved text of closed pages. */
async function restore(entryId: number, userid: number, saver: Saver, isKept: () => Promise<boolean>): Promise<void> {
  const own = (await unsavedOf(entryId)).filter((row) => row.userid === userid)
  const orphans = await findOrphans(own)
  if (orphans.length === 0) return
  const keys = new Map<UnsavedText, string>(orphans.map((row) => [row, row.key]))
  saver.restore(orphans, (adopted) => {
    // Only once this page's own row contains it, because the disk may be full.
    void isKept().then((isSafe) => {
      if (isSafe) void deleteUnsaved(keys.get(adopted) ?? '')
    })
  })
}

claimUnsaved((key) => unsavedTexts.has(key))

function setComposing(isComposing: boolean): void {
  for (const { saver } of drafts.values()) saver.setComposing(isComposing)
}

document.addEventListener('compositionstart', () => setComposing(true))
// Its last words arrive in the same task.
document.addEventListener('compositionend', () => setTimeout(setComposing, 0, false))
// A field that is removed during composition reports nothing.
document.addEventListener('keydown', ({ isComposing }) => {
  if (!isComposing) setComposing(false)
})

onEntryCreated((temporary, real) => {
  const draft = drafts.get(temporary)
  if (!draft) return
  drafts.delete(temporary)
  drafts.set(real, draft)
})

onDiscarded((entryId) => findDraft(entryId)?.saver.giveUp())

onSavedElsewhere((entryId, version) => findDraft(entryId)?.saver.noteRemote(version))

keepPending({
  flush: flushAll,
  retry() {
    for (const { saver } of drafts.values()) saver.retry()
  },
  isBusy: () => [...drafts.values()].some(({ saver }) => saver.status.state === 'saving'),
  isAtRisk: () => [...drafts.values()].some(({ isAtRisk }) => isAtRisk),
  // The database may be too slow for a closing page.
  onHide() {
    for (const read of unsavedTexts.values()) {
      const row = read()
      if (row) putLastWords(row)
    }
  },
  onShow() {
    for (const key of unsavedTexts.keys()) dropLastWords(key)
  },
})

function flushAll(): void {
  for (const { saver } of drafts.values()) saver.flush()
}

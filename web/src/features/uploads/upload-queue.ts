import { uploads } from '@aliquot/contract/uploads'
import { pathOf } from '../../api/call.ts'
import { type Answer, Unreachable } from '../../api/client.ts'
import { currentId, ensureCreated, onEntryCreated } from '../../api/new-entries.ts'
import { newKey } from '../../api/new-key.ts'
import { queryClient } from '../../api/query-client.ts'
import { sendFile } from '../../api/send-file.ts'
import { keepPending } from '../../sync/leaving.ts'
import { retryDelay } from '../../sync/retry.ts'
import { noteChanged } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { onDiscarded } from '../saving/kept-here.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import { forgetFile, type KeptFile, keepFile, keptFiles } from './kept-files.ts'
import { dropLargeFile, LARGE_BYTES, type LargeFile, sendLargeFile } from './send-large-file.ts'

export interface NamedFile {
  file: File
  /** Including its folders. */
  name: string
}

export interface WantedFile extends NamedFile {
  /** The id of the file that it replaces. */
  replaces?: number
  onSent?: (id: number) => void
  /** Return true if the error is handled, so that it no longer waits for a retry. */
  onFailed?: (error: unknown) => boolean
}

/** A file being sent, as shown. */
export interface Sending {
  key: string
  name: string
  size: number
  sent: number
  /** Sent in parts: it can be paused and resumed. */
  isLarge: boolean
  isPaused?: boolean
  /** The connection broke; it resumes by itself. */
  isLost?: boolean
  /** Why it failed; it waits for a retry. */
  error?: unknown
  /** Stored on this device, because the service cannot be reached. */
  isKept?: boolean
}

interface Item {
  shown: Sending
  wanted: WantedFile
  /** `sent`: the service has it, and the list of files will show it soon. */
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'sent'
  /** Aborts the request. */
  stop: AbortController
}

export interface UploadQueue {
  readonly shown: readonly Sending[]
  subscribe(watcher: () => void): () => void
  add(files: readonly WantedFile[]): void
  /** Resumes a failed or paused file. */
  retry(key: string): void
  /** Resumes files that got no answer. */
  retryLost(): void
  /** Only for large files. */
  pause(key: string): void
  /** Cancels it, or forgets a failed one. */
  discard(key: string): void
}

const AT_ONCE = 2
const BETWEEN_READS_MS = 1000
const queues = new Map<string, UploadQueue>()

/** The files being sent to an entry. They continue when its page is left. */
export function uploadQueue({ type, id }: EntryRef, userid: number): UploadQueue {
  const name = `${userid} ${type}/${currentId(id)}`
  const known = queues.get(name)
  if (known) return known
  const made = makeQueue({ type, id }, userid)
  queues.set(name, made)
  return made
}

onEntryCreated((temporary, real) => {
  for (const [name, queue] of queues) {
    if (!name.endsWith(`/${temporary}`)) continue
    queues.delete(name)
    queues.set(name.replace(`/${temporary}`, `/${real}`), queue)
  }
})

function makeQueue({ type, id }: EntryRef, userid: number): UploadQueue {
  const watchers = new Set<() => void>()
  /** A new entry gets its id with its first change. */
  const entryNow = () => ({ type, id: currentId(id) })
  let items: Item[] = []
  let shown: readonly Sending[] = []
  let isAboutToRead = false
  let lastRead = 0
  let failures = 0
  let retrying: ReturnType<typeof setTimeout> | undefined

  function publish(): void {
    shown = items.map((item) => item.shown)
    for (const watcher of watchers) watcher()
  }

  function show(item: Item, change: Partial<Sending>): void {
    item.shown = { ...item.shown, ...change }
    publish()
  }

  function drop(item: Item): void {
    items = items.filter((one) => one !== item)
    publish()
  }

  function forget({ shown: { key, isKept } }: Item): void {
    if (isKept) void forgetFile(entryNow(), userid, key)
  }

  function sendNext(): void {
    if (items.filter(({ state }) => state === 'sending').length >= AT_ONCE) return
    const next = items.find(({ state }) => state === 'waiting')
    if (!next) return
    next.state = 'sending'
    void send(next).then(sendNext)
    sendNext()
  }

  async function send(item: Item): Promise<void> {
    const { signal } = item.stop
    // Nothing is sent in the name of somebody who has signed in since.
    if (!isSignedInAs(userid)) return drop(item)
    try {
      await ensureCreated({ type, id })
      const sent = await (item.shown.isLarge ? sendInParts(item, signal) : sendAsForm(item, signal))
      failures = 0
      item.state = 'sent'
      forget(item)
      item.wanted.onSent?.(sent.id)
      void showSent()
    } catch (error) {
      if (signal.aborted) return
      if (item.wanted.onFailed?.(error)) return drop(item)
      item.state = 'failed'
      show(item, { error, isLost: false, ...(!item.shown.isLarge && { sent: 0 }) })
      if (error instanceof Unreachable) await awaitNetwork(item)
    }
  }

  /** One timer for all: with one for each file, every round would start several more. */
  function retryLater(): void {
    if (retrying !== undefined) return
    failures += 1
    retrying = setTimeout(() => {
      retrying = undefined
      retryLost()
    }, retryDelay(failures))
  }

  async function awaitNetwork(item: Item): Promise<void> {
    retryLater()
    if (item.shown.isKept) return
    const { shown, wanted } = item
    const { file, name, replaces } = wanted
    const content: KeptFile = { key: shown.key, file, name, ...(replaces !== undefined && { replaces }) }
    if (!(await keepFile(entryNow(), userid, content))) return
    show(item, { isKept: true })
    // It was cancelled or sent meanwhile.
    if (!items.includes(item) || item.state === 'sent') forget(item)
  }

  /** Sends what earlier pages could not. */
  function restore(kept: readonly KeptFile[]): void {
    const known = new Set(items.map(({ shown }) => shown.key))
    const missing = kept.filter(({ key }) => !known.has(key))
    if (missing.length > 0) take(missing.map(({ key, ...wanted }) => newItem(wanted, key, true)))
  }

  function newItem(wanted: WantedFile, key: string, isKept: boolean): Item {
    const { name, file } = wanted
    const isLarge = file.size >= LARGE_BYTES
    const sending = { key, name, size: file.size, sent: 0, isLarge, ...(isKept && { isKept }) }
    return { shown: sending, wanted, state: 'waiting', stop: new AbortController() }
  }

  function take(fresh: readonly Item[]): void {
    items = [...items, ...fresh]
    publish()
    sendNext()
  }

  function retryLost(): void {
    goOn(items.filter(({ state, shown: { error } }) => state === 'failed' && error instanceof Unreachable))
  }

  /** When many small files arrive, the list is reloaded once for several. */
  async function showSent(): Promise<void> {
    if (isAboutToRead) return
    isAboutToRead = true
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, lastRead + BETWEEN_READS_MS - Date.now())))
    isAboutToRead = false
    lastRead = Date.now()
    const sent = new Set(items.filter(({ state }) => state === 'sent'))
    noteChanged(queryClient, entryNow().id)
    await queryClient.invalidateQueries({ queryKey: entryKeys.files(entryNow().id) })
    items = items.filter((item) => !sent.has(item))
    publish()
  }

  function goOn(stopped: readonly Item[]): void {
    for (const item of stopped) {
      item.state = 'waiting'
      item.stop = new AbortController()
      const { error, isPaused: _, ...rest } = item.shown
      // A kept file says so until its first bytes are through.
      item.shown = rest.isKept ? { ...rest, error } : rest
    }
    publish()
    sendNext()
  }

  function sendAsForm(item: Item, signal: AbortSignal): Promise<Answer<undefined>> {
    const { file, name, replaces } = item.wanted
    const params = entryParams(entryNow())
    return sendFile(
      {
        path:
          replaces === undefined
            ? pathOf(uploads.add, { params })
            : pathOf(uploads.replace, { params: { ...params, subid: replaces } }),
        file,
        name,
        isReplacement: replaces !== undefined,
        idempotencyKey: item.shown.key,
      },
      { signal, report: (sent) => showPart(item, sent) },
    )
  }

  function sendInParts(item: Item, signal: AbortSignal): Promise<Answer<undefined>> {
    return sendLargeFile(largeFile(item), {
      signal,
      report: (sent) => showPart(item, sent),
      onLost: () => show(item, { isLost: true }),
    })
  }

  function showPart(item: Item, sent: number): void {
    if (item.state !== 'sending') return
    show(item, { sent: Math.min(sent, item.shown.size), isLost: false, error: undefined })
  }

  function largeFile({ wanted: { file, name, replaces }, shown }: Item): LargeFile {
    return { entry: entryNow(), userid, file, name, replaces, idempotencyKey: shown.key }
  }

  void keptFiles(entryNow(), userid).then(restore)
  return {
    get shown() {
      return shown
    },
    subscribe(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    add: (files) => take(files.map((wanted) => newItem(wanted, newKey(), false))),
    retry(key) {
      const item = items.find((one) => one.shown.key === key)
      if (item?.state === 'failed' || item?.state === 'paused') goOn([item])
    },
    retryLost,
    pause(key) {
      const item = items.find((one) => one.shown.key === key)
      if (!item?.shown.isLarge || !['waiting', 'sending'].includes(item.state)) return
      item.state = 'paused'
      item.stop.abort()
      show(item, { isPaused: true, isLost: false })
      sendNext()
    },
    discard(key) {
      const item = items.find((one) => one.shown.key === key)
      if (!item) return
      item.stop.abort()
      drop(item)
      forget(item)
      if (item.shown.isLarge && item.state !== 'sent') dropLargeFile(largeFile(item))
      sendNext()
    },
  }
}

onDiscarded((entryId) => {
  for (const [name, queue] of queues) {
    if (name.endsWith(`/${entryId}`)) for (const { key } of queue.shown) queue.discard(key)
  }
})

keepPending({
  retry() {
    for (const queue of queues.values()) queue.retryLost()
  },
  isAtRisk: () => [...queues.values()].some(({ shown }) => shown.some(({ isKept }) => !isKept)),
})

import type { Entity } from '@aliquot/contract/entities'
import { currentId, onEntryCreated } from '../../api/new-entries.ts'
import { queryClient } from '../../api/query-client.ts'
import { keepPending } from '../../sync/leaving.ts'
import { pageClock } from '../../sync/page-clock.ts'
import { dropKept, keptOf, putKept } from '../../sync/pending-store.ts'
import type { SaveStatus } from '../../sync/sync.types.ts'
import { noteChanged, showRecord } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { lastUserid } from '../session/session.queries.ts'
import type { FieldName } from './entry-fields.ts'
import { saveEntry } from './entry-transport.ts'
import {
  createFieldSaver,
  type EntryVersion,
  type FieldProblem,
  type FieldSaver,
  type KeptField,
  showKept,
} from './field-saver.ts'
import { onDiscarded } from './kept-here.ts'

/** The fields of an open entry, or of one with unsaved changes. */
export interface LiveFields {
  saver: FieldSaver
  /** A new object whenever the page must render. */
  readonly shown: ShownFields
  subscribe(listener: () => void): () => void
  hold(): () => void
}

interface ShownFields {
  version: EntryVersion
  kept: readonly KeptField[]
  problems: readonly FieldProblem[]
  status: SaveStatus
}

/** The wait during typing in ms, so that words are sent and not letters. */
export const WHILE_TYPING = 500
const RELEASE_AFTER = 1000

const open = new Map<number, LiveFields>()

export function liveFields(entry: Entity, etag: string): LiveFields {
  const known = findOpen(entry.id)
  if (known) return known
  const fields = createLiveFields(entry, etag)
  open.set(currentId(entry.id), fields)
  return fields
}

function findOpen(entryId: number): LiveFields | undefined {
  return open.get(currentId(entryId))
}

/** `keepField(5, 'rating', 4)`: stored on this device at once, and sent as soon as possible. */
export function keepField(entryId: number, field: FieldName, value: unknown, wait = 0): void {
  const fields = findOpen(entryId) ?? reopen(entryId)
  fields.saver.set(field, value, wait)
}

/** An entry with its unsaved changes. */
export function shownEntry(entryId: number): Entity {
  const { saver } = findOpen(entryId) ?? reopen(entryId)
  return showKept(saver.version.data, saver.kept)
}

/** Adds a tag to the saved and the unsaved ones. */
export function keepTag(entryId: number, tag: string): void {
  const { saver } = findOpen(entryId) ?? reopen(entryId)
  const tags = shownEntry(entryId).tags_decoded.map((one) => one.tag)
  if (!tags.includes(tag)) saver.set('tags', [...tags, tag])
}

/** For an undo after its page was left. */
function reopen(entryId: number): LiveFields {
  const known = queryClient.getQueryData<EntryVersion>(entryKeys.entry(entryId))
  if (!known) throw new Error('The entry is not open')
  return liveFields(known.data, known.etag)
}

/** Resolves when the fields are saved, or the service cannot be reached: for actions that must come after them. */
export async function flushFields(entryId: number): Promise<void> {
  await findOpen(entryId)?.saver.flush()
}

/** Another answer reports this version of the service. */
export function noteEntryVersion(entryId: number, version: EntryVersion): void {
  findOpen(entryId)?.saver.noteRemote(version)
}

function createLiveFields(entry: Entity, etag: string): LiveFields {
  const { type, title } = entry
  const userid = lastUserid()
  /** A new entry gets its id with its first change. */
  const idNow = () => currentId(entry.id)
  const keyOf = ({ field }: KeptField) => `${userid}/${idNow()}/${field}`
  const listeners = new Set<() => void>()
  let holders = 0
  let wasHeld = false
  let isRestoring = true
  const version = { data: entry, etag }
  let shown: ShownFields = { version, kept: [], problems: [], status: { state: 'saved', at: undefined } }

  const saver = createFieldSaver(
    {
      save: (change, since, name) => saveEntry(entry, userid, change, since, name),
      store: {
        put: (kept) =>
          void putKept({
            key: keyOf(kept),
            kind: 'field',
            type,
            entryId: idNow(),
            userid,
            title,
            at: kept.at,
            content: kept,
          }),
        drop: (kept) => void dropKept(keyOf(kept), kept.at),
      },
      clock: pageClock,
      onChange() {
        const { version, kept, problems, status } = saver
        shown = { version, kept, problems, status }
        for (const listener of listeners) listener()
        if (holders === 0) setTimeout(release, RELEASE_AFTER)
      },
      onRecord(version) {
        showRecord(idNow(), version)
        noteChanged(queryClient, idNow())
      },
    },
    version,
  )

  function release(): void {
    if (holders > 0 || isRestoring || saver.isDirty || findOpen(entry.id)?.saver !== saver) return
    saver.close()
    open.delete(idNow())
  }

  // A slow device reads for longer than anybody holds the fields of a closed page.
  void keptOf('field', userid, idNow()).then((rows) => {
    isRestoring = false
    saver.restore(rows.map(({ content }) => content as KeptField))
    if (wasHeld && holders === 0) setTimeout(release, RELEASE_AFTER)
  })
  return {
    saver,
    get shown() {
      return shown
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hold() {
      holders += 1
      wasHeld = true
      return () => {
        holders -= 1
        void saver.flush()
        setTimeout(release, RELEASE_AFTER)
      }
    },
  }
}

keepPending({
  flush: retryAll,
  retry: retryAll,
  isBusy: () => [...open.values()].some(({ saver }) => saver.status.state === 'saving'),
})

function retryAll(): void {
  for (const { saver } of open.values()) saver.retry()
}

onEntryCreated((temporary, real) => {
  const fields = open.get(temporary)
  if (!fields) return
  open.delete(temporary)
  open.set(real, fields)
})

onDiscarded((entryId) => findOpen(entryId)?.saver.giveUp())

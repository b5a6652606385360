import type { Entity } from '@aliquot/contract/entities'
import { newKey } from '../../api/new-key.ts'
import type { Refused } from '../../api/refused.ts'
import { isNewer, versionNumber } from '../../api/versions.ts'
import type { Clock } from '../../sync/clock.ts'
import { retryDelay } from '../../sync/retry.ts'
import type { SaveStatus } from '../../sync/sync.types.ts'
import { isRemembered, type SaveName } from '../../sync/text-state.ts'
import {
  changeOf,
  type FieldName,
  isList,
  isSame,
  mergeField,
  readField,
  splitName,
  withField,
} from './entry-fields.ts'

/** The entry on the service. */
export interface EntryVersion {
  data: Entity
  etag: string
}

export type FieldAnswer =
  /** `from` is the version that it was based on, if this page itself made one meanwhile. */
  | ({ kind: 'saved'; from?: string; savedVersion?: number } & EntryVersion)
  /** Somebody else changed the entry; this is its current version. */
  | ({ kind: 'stale' } & EntryVersion)
  | { kind: 'unreachable' }
  | ({ kind: 'refused' } & Refused)

/** An unsaved change, with all that a later merge needs. */
export interface KeptField {
  field: FieldName
  /** The service's value when the change was made. */
  base: unknown
  value: unknown
  /** Its unanswered save. */
  sent?: SentField
  /** When the field was first changed: changes are sent in this order. */
  since: number
  at: number
}

/** A save of a field. It is resent unchanged, so that the service can tell by its key whether it has it. */
export interface SentField extends SaveName {
  change: Record<string, unknown>
  /** The version that it was based on. */
  etag: string
  /** What the person wanted, and the same merged with others' changes. */
  value: unknown
  merged: unknown
}

/** Why a change waits for the person. */
export type FieldProblem =
  | { kind: 'conflict'; field: FieldName; mine: unknown; theirs: unknown }
  | ({ kind: 'refused'; field: FieldName; mine: unknown } & Refused)

export interface FieldSaverOptions {
  /** The same key changes nothing if that save has arrived, whatever the current version. */
  save(change: Record<string, unknown>, etag: string, key: string): Promise<FieldAnswer>
  store: { put(kept: KeptField): void; drop(kept: KeptField): void }
  clock: Clock
  onChange(): void
  /** There is a new version, of this page or of somebody else. */
  onRecord(version: EntryVersion): void
}

export type FieldSaver = ReturnType<typeof createFieldSaver>

type Waiting = KeptField & { problem?: FieldProblem | undefined }

/**
 * Saves the changed fields of one entry one after the other, so that a refused or conflicting one does not hold up the
 * others. It knows neither the page nor the network, like the saver of the texts.
 */
export function createFieldSaver(options: FieldSaverOptions, version: EntryVersion) {
  const { store, clock } = options
  const kept = new Map<FieldName, Waiting>()
  let record = version
  let isSending = false
  let failures = 0
  let savedAt: number | undefined
  let isClosed = false
  let cancelSave: (() => void) | undefined
  const idle: (() => void)[] = []

  function schedule(milliseconds: number): void {
    cancelSave?.()
    cancelSave = clock.after(milliseconds, () => void save())
  }

  function drop(one: Waiting): void {
    kept.delete(one.field)
    store.drop(one)
    if (kept.size === 0) savedAt = clock.now()
  }

  async function save(): Promise<void> {
    cancelSave?.()
    cancelSave = undefined
    if (isSending || isClosed) return
    const next = findNext()
    if (!next) return rest()
    const { one, sent } = next
    isSending = true
    one.sent = sent
    store.put(plain(one))
    options.onChange()
    const answer = await options.save(sent.change, sent.etag, sent.key)
    isSending = false
    if (isClosed) return
    if (answer.kind === 'unreachable') return retryLater()
    failures = 0
    take(one, sent, answer)
    await save()
  }

  /** The next change to send. On the way it drops what has arrived and sets conflicts aside. */
  function findNext(): { one: Waiting; sent: SentField } | undefined {
    for (const one of [...kept.values()]) {
      if (one.problem) continue
      const theirs = readField(record.data, one.field)
      const merged = mergeField(one.field, one.base, one.value, theirs)
      const sent = one.sent && isRemembered(one.sent, clock.now()) ? one.sent : undefined
      if (sent && !(merged.kind === 'there' && isTold(one, sent))) return { one, sent }
      if (merged.kind === 'there') drop(one)
      else if (merged.kind === 'send') return { one, sent: nameSave(one, merged.value) }
      else one.problem = { kind: 'conflict', field: one.field, mine: one.value, theirs }
    }
    return undefined
  }

  /** Whether a record newer than the save's base shows it. If the value is there, it does not matter who saved it. */
  function isTold({ value }: Waiting, sent: SentField): boolean {
    return isSame(value, sent.value) && isNewer(record.etag, sent.etag)
  }

  function nameSave({ field, value }: Waiting, merged: unknown): SentField {
    const { data, etag } = record
    return { key: newKey(), at: clock.now(), change: changeOf(data, field, merged), etag, value, merged }
  }

  function take(one: Waiting, sent: SentField, answer: Exclude<FieldAnswer, { kind: 'unreachable' }>): void {
    const isCurrent = kept.get(one.field) === one
    const isUnchanged = isSame(one.value, sent.value)
    delete one.sent
    if (answer.kind === 'refused') {
      const { message, status, reason, params } = answer
      if (isCurrent) store.put(plain(one))
      if (isCurrent && isUnchanged) {
        one.problem = { kind: 'refused', field: one.field, mine: one.value, message, status, reason, params }
      }
      return
    }
    const before = record
    // Another answer may already have brought a later version.
    if (!isNewer(record.etag, answer.etag)) record = { data: answer.data, etag: answer.etag }
    options.onRecord(record)
    if (answer.kind === 'stale') return
    if (versionNumber(record.etag) === versionNumber(answer.from ?? before.etag) + 1) rebase(before)
    if (isCurrent && isUnchanged) {
      drop(one)
      return
    }
    // If it was changed again meanwhile, it continues from what has arrived. Lists continue from what the person saw:
    // others' additions are in the answer, and were not removed here.
    const isNewest = versionNumber(record.etag) === (answer.savedVersion ?? versionNumber(answer.etag))
    if (isList(one.field)) one.base = sent.value
    else one.base = isNewest ? readField(record.data, one.field) : sent.merged
  }

  /** This page's own changes must not conflict with a change of the same field as a whole. */
  function rebase(before: EntryVersion): void {
    for (const one of kept.values()) {
      if (isSame(one.base, readField(before.data, one.field))) one.base = readField(record.data, one.field)
    }
  }

  /** Removing a field drops the changes of its parts. */
  function forgetParts(field: FieldName): void {
    const { kind, name } = splitName(field)
    if (kind !== 'field') return
    for (const part of [`value:${name}`, `unit:${name}`] as const) {
      const one = kept.get(part)
      if (one) drop(one)
    }
  }

  function rest(): void {
    // What could not be sent may have arrived all the same, as another record shows.
    failures = 0
    for (const tell of idle.splice(0)) tell()
    options.onChange()
  }

  function retryLater(): void {
    failures += 1
    for (const tell of idle.splice(0)) tell()
    options.onChange()
    schedule(retryDelay(failures))
  }

  return {
    /** The last known version of the service. */
    get version(): EntryVersion {
      return record
    },
    get kept(): KeptField[] {
      return Array.from(kept.values(), plain)
    },
    get problems(): FieldProblem[] {
      return [...kept.values()].flatMap(({ problem }) => (problem ? [problem] : []))
    },
    get status(): SaveStatus {
      const all = [...kept.values()]
      if (all.some(({ problem }) => problem?.kind === 'conflict')) return { state: 'conflict' }
      const refused = all.find(({ problem }) => problem)?.problem
      if (refused?.kind === 'refused') {
        const { message, status, reason, field, params } = refused
        return { state: 'error', message, status, ...(reason !== undefined && { reason, field, params }) }
      }
      if (failures > 0) return { state: 'offline' }
      return all.length > 0 ? { state: 'saving' } : { state: 'saved', at: savedAt }
    },
    get isDirty() {
      return kept.size > 0
    },
    /** Stored on the device at once, and sent after `wait` ms, so that a person who types can go on. */
    set(field: FieldName, value: unknown, wait = 0) {
      forgetParts(field)
      const before = kept.get(field)
      const base = before ? before.base : readField(showKept(record.data, kept.values()), field)
      const isBack = isSame(value, base) && before?.sent === undefined
      if (isBack) {
        if (before) drop(before)
        options.onChange()
        return
      }
      const at = clock.now()
      // The same object while it is being sent, so that the answer updates it.
      const one: Waiting = Object.assign(before ?? { field, base, since: at }, { value, at })
      one.problem = undefined
      kept.set(field, one)
      store.put(plain(one))
      options.onChange()
      if (failures === 0) schedule(wait)
    },
    noteRemote(remote: EntryVersion) {
      if (!isNewer(remote.etag, record.etag)) return
      record = remote
      for (const one of kept.values()) if (one.problem?.kind === 'conflict') one.problem = undefined
      if (kept.size > 0 && failures === 0 && !cancelSave) schedule(0)
    },
    /** Resolves a conflict or a refusal: `mine` retries, `theirs` drops the change. */
    resolve(field: FieldName, choice: 'mine' | 'theirs') {
      const one = kept.get(field)
      if (!one?.problem) return
      if (choice === 'theirs') drop(one)
      else {
        if (one.problem.kind === 'conflict') one.base = one.problem.theirs
        one.problem = undefined
        store.put(plain(one))
      }
      options.onChange()
      void save()
    },
    /** Drops all unsaved changes. */
    giveUp() {
      cancelSave?.()
      for (const one of [...kept.values()]) drop(one)
      rest()
    },
    /** Adds what earlier pages could not send. */
    restore(rows: readonly KeptField[]) {
      const missing = rows.filter(({ field }) => !kept.has(field)).sort((a, b) => a.since - b.since)
      for (const row of missing) kept.set(row.field, { ...row })
      if (missing.length === 0) return
      options.onChange()
      void save()
    },
    /** Retries at once, for instance because the network is back. */
    retry() {
      if (kept.size > 0) void save()
    },
    /** Resolves when everything possible was sent, or the service cannot be reached. */
    flush(): Promise<void> {
      if (kept.size === 0 || failures > 0) return Promise.resolve()
      const done = new Promise<void>((resolve) => idle.push(resolve))
      void save()
      return done
    },
    close() {
      isClosed = true
      cancelSave?.()
      for (const tell of idle.splice(0)) tell()
    },
  }
}

/** The entry with its unsaved changes. */
export function showKept(entry: Entity, kept: Iterable<KeptField>): Entity {
  let shown = entry
  for (const { field, value } of kept) shown = withField(shown, field, value)
  return shown
}

function plain({ problem: _, ...kept }: Waiting): KeptField {
  return kept
}

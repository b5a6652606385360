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

/** The entry as the service has it. */
export interface EntryVersion {
  data: Entity
  etag: string
}

export type FieldAnswer =
  /** `from`: the version that it was made on, where this page made one itself meanwhile. */
  | ({ kind: 'saved'; from?: string; savedVersion?: number } & EntryVersion)
  /** Somebody else changed the entry; this is what it is now. */
  | ({ kind: 'stale' } & EntryVersion)
  | { kind: 'unreachable' }
  | ({ kind: 'refused' } & Refused)

/** A change that the service does not have yet, with all that is needed to merge it later. */
export interface KeptField {
  field: FieldName
  /** What the service had when the change was made. */
  base: unknown
  value: unknown
  /** Its save that has no answer. */
  sent?: SentField
  /** When the field was first changed: changes are sent in this order. */
  since: number
  at: number
}

/** A save of a field. It is sent again as it was, so that the service can say by its name whether it is in. */
export interface SentField extends SaveName {
  change: Record<string, unknown>
  /** The version that it was made on. */
  etag: string
  /** What the person wanted, and the same with what others had added by then. */
  value: unknown
  merged: unknown
}

/** Why a change waits for the person. */
export type FieldProblem =
  | { kind: 'conflict'; field: FieldName; mine: unknown; theirs: unknown }
  | ({ kind: 'refused'; field: FieldName; mine: unknown } & Refused)

export interface FieldSaverOptions {
  /** The same key again changes nothing if that save is in, whatever the version is by now. */
  save(change: Record<string, unknown>, etag: string, key: string): Promise<FieldAnswer>
  store: { put(kept: KeptField): void; drop(kept: KeptField): void }
  clock: Clock
  onChange(): void
  /** The service has a new version, or somebody else's came to light. */
  onRecord(version: EntryVersion): void
}

export type FieldSaver = ReturnType<typeof createFieldSaver>

type Waiting = KeptField & { problem?: FieldProblem | undefined }

/**
 * Brings changed fields of one entry to the service, one after the other, so that one which is refused or was changed by
 * somebody else does not hold up the others. Knows neither the page nor the network, like the saver of the texts.
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

  /** The first change that has to be sent. On the way, what has arrived is forgotten and what conflicts is set aside. */
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

  /** A record from after that save has what it was to bring, whoever brought it. */
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
    // Another answer may have brought a later version already.
    if (!isNewer(record.etag, answer.etag)) record = { data: answer.data, etag: answer.etag }
    options.onRecord(record)
    if (answer.kind === 'stale') return
    if (versionNumber(record.etag) === versionNumber(answer.from ?? before.etag) + 1) rebase(before)
    if (isCurrent && isUnchanged) {
      drop(one)
      return
    }
    // Changed again meanwhile: it goes on from what has arrived. Lists go on from what the person saw: what others
    // added is in the answer, and was not taken away here.
    const isNewest = versionNumber(record.etag) === (answer.savedVersion ?? versionNumber(answer.etag))
    if (isList(one.field)) one.base = sent.value
    else one.base = isNewest ? readField(record.data, one.field) : sent.merged
  }

  /** What only this page changed is no reason for a conflict with a change of the same field as a whole. */
  function rebase(before: EntryVersion): void {
    for (const one of kept.values()) {
      if (isSame(one.base, readField(before.data, one.field))) one.base = readField(record.data, one.field)
    }
  }

  /** A field that goes takes the changes of its parts along. */
  function forgetParts(field: FieldName): void {
    const { kind, name } = splitName(field)
    if (kind !== 'field') return
    for (const part of [`value:${name}`, `unit:${name}`] as const) {
      const one = kept.get(part)
      if (one) drop(one)
    }
  }

  function rest(): void {
    // What could not be sent may have arrived all the same, as a record from elsewhere has told.
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
    /** What the service has, as far as it has said so. */
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
    /** Kept at once, sent after a moment in which somebody who types may go on. */
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
      // The same object while it is being sent, so that the answer finds what became of it.
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
    /** Settles a conflict, or what was refused: `mine` tries again, `theirs` lets it go. */
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
    /** Lets go of everything that the service does not have. */
    giveUp() {
      cancelSave?.()
      for (const one of [...kept.values()]) drop(one)
      rest()
    },
    /** Takes up what earlier pages could not send. */
    restore(rows: readonly KeptField[]) {
      const missing = rows.filter(({ field }) => !kept.has(field)).sort((a, b) => a.since - b.since)
      for (const row of missing) kept.set(row.field, { ...row })
      if (missing.length === 0) return
      options.onChange()
      void save()
    },
    /** Tries at once, for instance because the network is back. */
    retry() {
      if (kept.size > 0) void save()
    },
    /** Resolves when all that can be sent has been, or the service is away. */
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

/** The entry with the changes that are on their way. */
export function showKept(entry: Entity, kept: Iterable<KeptField>): Entity {
  let shown = entry
  for (const { field, value } of kept) shown = withField(shown, field, value)
  return shown
}

function plain({ problem: _, ...kept }: Waiting): KeptField {
  return kept
}

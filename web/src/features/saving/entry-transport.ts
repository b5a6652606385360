import type { BodyInputOf } from '@aliquot/contract/endpoint'
import { type Entity, entities } from '@aliquot/contract/entities'
import { isTooLong, TITLE_LIMIT } from '@aliquot/contract/limits'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/client.ts'
import { currentId, ensureCreated, isNewEntry } from '../../api/new-entries.ts'
import type { Refused } from '../../api/refused.ts'
import { isSameVersion, versionNumber } from '../../api/versions.ts'
import type { Texts } from '../../sync/sync.types.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import type { FieldAnswer } from './field-saver.ts'
import type { Transport } from './saver.ts'

/** Browsers finish requests of a closing page only up to 64 kB. */
const MOST_KEEPALIVE = 20_000

/** Saves the texts of one entry over the API. `onRecord` gets every record that comes back. */
export function entryTransport(
  entry: EntryRef,
  userid: number,
  onRecord: (entry: Entity, etag: string) => void,
): Transport {
  return {
    async save(change, etag, key) {
      // The service would truncate it. The error is shown below the title, and everything is kept here.
      if (isTooLong(change.title ?? '', TITLE_LIMIT)) {
        return titleTooLong()
      }
      const answer = await saveEntry(entry, userid, change, etag, key)
      if (answer.kind !== 'saved' && answer.kind !== 'stale') return answer
      onRecord(answer.data, answer.etag)
      const { etag: present, data } = answer
      const texts = textsOf(data)
      if (answer.kind === 'stale') return { kind: 'stale', texts, etag: present }
      return { kind: 'saved', texts, etag: present, savedVersion: answer.savedVersion ?? versionNumber(present) }
    },
  }
}

type EntryChange = BodyInputOf<typeof entities.edit>

/** The last save of each entry: texts and fields are saved one after the other. */
const turns = new Map<number, Promise<unknown>>()

/** Saves one change based on a version, or on what this page itself has made of that version since. */
export function saveEntry(
  entry: EntryRef,
  userid: number,
  change: EntryChange,
  etag: string,
  key: string,
): Promise<FieldAnswer> {
  const id = currentId(entry.id)
  const before = turns.get(id) ?? Promise.resolve()
  const turn = before.then(() => sendChange(entry, userid, change, followOwnSteps(entry.id, etag), key))
  turns.set(id, turn)
  return turn
}

/**
 * Steps from one version to the next by a change of this page alone. A save may follow them, because texts and fields
 * never overlap.
 */
const ownSteps = new Map<number, { from: string; to: string }[]>()
const MOST_STEPS = 20

function noteOwnStep(entryId: number, from: string, to: string): void {
  if (versionNumber(to) !== versionNumber(from) + 1) return
  const id = currentId(entryId)
  ownSteps.set(id, [...(ownSteps.get(id) ?? []), { from, to }].slice(-MOST_STEPS))
}

function followOwnSteps(entryId: number, etag: string): string {
  let latest = etag
  for (const { from, to } of ownSteps.get(currentId(entryId)) ?? []) if (isSameVersion(from, latest)) latest = to
  return latest
}

/** Never rejects. Nothing is sent in the name of somebody who has signed in since. */
async function sendChange(
  entry: EntryRef,
  userid: number,
  change: EntryChange,
  etag: string,
  key: string,
): Promise<FieldAnswer> {
  if (!isSignedInAs(userid)) return { kind: 'unreachable' }
  const params = entryParams(entry)
  try {
    if (isNewEntry(entry.id) && versionNumber(etag) === 0) {
      await ensureCreated(entry)
      // The change is then based on what was created.
      return await readStale(entry)
    }
    const long = 'body' in change ? String(change.body).length : 0
    const keepalive = long < MOST_KEEPALIVE && JSON.stringify(change).length < MOST_KEEPALIVE
    if (!keepalive) await nextTask()
    const answer = await call(entities.edit, { params, body: change, ifMatch: etag, keepalive, idempotencyKey: key })
    // Something in between answered instead of the service.
    if (!answer.data || answer.etag === undefined) return { kind: 'unreachable' }
    const { data, etag: saved, savedVersion } = answer
    if (savedVersion === undefined || savedVersion === versionNumber(saved)) noteOwnStep(entry.id, etag, saved)
    return { kind: 'saved', data, etag: saved, from: etag, ...(savedVersion !== undefined && { savedVersion }) }
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'unreachable' }
    if (error.status === 412) return readStale(entry)
    return isPassing(error.status) ? { kind: 'unreachable' } : { kind: 'refused', ...error.why }
  }
}

/** The same refusal as the service would give. */
function titleTooLong(): { kind: 'refused' } & Refused {
  const { most } = TITLE_LIMIT
  const message = `title: must have at most ${most} characters`
  return { kind: 'refused', status: 400, message, reason: 'field.too_long', field: 'title', params: { most } }
}

/** Storing a long text and sending it are two tasks, so that a key in between does not wait. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

export function textsOf(entry: Entity): Texts {
  return { title: entry.title, body: entry.body ?? '' }
}

async function readStale(entry: EntryRef): Promise<FieldAnswer> {
  try {
    const { data, etag } = await call(entities.read, { params: entryParams(entry) })
    return data && etag !== undefined ? { kind: 'stale', data, etag } : { kind: 'unreachable' }
  } catch {
    return { kind: 'unreachable' }
  }
}

/** Too many requests, a proxy without its service, a server error: worth a retry. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

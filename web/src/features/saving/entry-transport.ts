import type { BodyInputOf } from '@aliquot/contract/endpoint'
import type { Entity, entities } from '@aliquot/contract/entities'
import { ApiError, get, patch } from '../../api/client.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import type { FieldAnswer } from './field-saver.ts'
import type { Transport } from './saver.ts'
import type { Texts } from './saving.types.ts'

/** Browsers finish requests of a page that is closing only up to 64 kB. */
const MOST_KEEPALIVE = 20_000

/** The texts of one experiment, over the API. `onRecord` is given every record that comes back. */
export function entryTransport(
  entryId: number,
  userid: number,
  onRecord: (entry: Entity, etag: string) => void,
): Transport {
  return {
    async save(change, etag) {
      const answer = await saveEntry(entryId, userid, change, etag)
      if (answer.kind !== 'saved' && answer.kind !== 'stale') return answer
      onRecord(answer.data, answer.etag)
      return { kind: answer.kind, texts: textsOf(answer.data), etag: answer.etag }
    },
  }
}

/** One change of one version of an entry. Nothing is sent in the name of somebody who has signed in meanwhile. */
export async function saveEntry(
  entryId: number,
  userid: number,
  change: BodyInputOf<typeof entities.edit>,
  etag: string,
): Promise<FieldAnswer> {
  if (!isSignedInAs(userid)) return { kind: 'unreachable' }
  const path = `/experiments/${entryId}`
  try {
    const long = 'body' in change ? String(change.body).length : 0
    const keepalive = long < MOST_KEEPALIVE && JSON.stringify(change).length < MOST_KEEPALIVE
    if (!keepalive) await nextTask()
    const answer = await patch<typeof entities.edit>(path, change, { ifMatch: etag, keepalive })
    return { kind: 'saved', data: answer.data, etag: answer.etag ?? etag }
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'unreachable' }
    if (error.status === 412) return readStale(path)
    const { status, message } = error
    return isPassing(status) ? { kind: 'unreachable' } : { kind: 'refused', message, status }
  }
}

/** Writing the journal and sending a long text are two tasks, so that a key in between is not kept waiting. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

export function textsOf(entry: Entity): Texts {
  return { title: entry.title, body: entry.body ?? '' }
}

async function readStale(path: string): Promise<FieldAnswer> {
  try {
    const answer = await get<typeof entities.read>(path)
    return { kind: 'stale', data: answer.data, etag: answer.etag ?? '' }
  } catch {
    return { kind: 'unreachable' }
  }
}

/** Too many requests, a proxy without its service, a fault: worth trying again. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

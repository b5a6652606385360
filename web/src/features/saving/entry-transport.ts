import type { Entity, entities } from '@aliquot/contract/entities'
import { ApiError, get, patch } from '../../api/client.ts'
import type { SaveAnswer, Transport } from './saver.ts'
import type { Texts } from './saving.types.ts'

/** Browsers finish requests of a page that is closing only up to 64 kB. */
const MOST_KEEPALIVE = 20_000

/** The texts of one experiment, over the API. `onRecord` is given every record that comes back. */
export function entryTransport(entryId: number, onRecord: (entry: Entity, etag: string) => void): Transport {
  const path = `/experiments/${entryId}`
  return {
    async save(change, etag): Promise<SaveAnswer> {
      try {
        const keepalive = (change.body?.length ?? 0) + (change.title?.length ?? 0) < MOST_KEEPALIVE
        const answer = await patch<typeof entities.edit>(path, change, { ifMatch: etag, keepalive })
        onRecord(answer.data, answer.etag ?? etag)
        return { kind: 'saved', texts: textsOf(answer.data), etag: answer.etag ?? etag }
      } catch (error) {
        if (!(error instanceof ApiError)) return { kind: 'unreachable' }
        if (error.status === 412) return readStale(path, onRecord)
        return isPassing(error.status) ? { kind: 'unreachable' } : { kind: 'refused', message: error.message }
      }
    },
  }
}

export function textsOf(entry: Entity): Texts {
  return { title: entry.title, body: entry.body ?? '' }
}

async function readStale(path: string, onRecord: (entry: Entity, etag: string) => void): Promise<SaveAnswer> {
  try {
    const answer = await get<typeof entities.read>(path)
    onRecord(answer.data, answer.etag ?? '')
    return { kind: 'stale', texts: textsOf(answer.data), etag: answer.etag ?? '' }
  } catch {
    return { kind: 'unreachable' }
  }
}

/** Too many requests, a proxy without its service, a fault: worth trying again. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

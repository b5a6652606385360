import type { FeedChange, StreamSignal } from '@aliquot/contract/changes'

/** How long browsers wait before they connect again. */
const RETRY_MS = 2000

/** The beginning of a stream. With the place: a client that began at "now" would otherwise begin there again. */
export function openingFrame(cursor: string): Uint8Array {
  return Buffer.from(`retry: ${RETRY_MS}\nid: ${cursor}\n: open\n\n`)
}

export function changeFrame(change: FeedChange): Uint8Array {
  return Buffer.from(`id: ${change.cursor}\nevent: ${change.kind}\ndata: ${JSON.stringify(change)}\n\n`)
}

/** Without an id, so that the client's place stays. */
export function signalFrame(signal: StreamSignal): Uint8Array {
  return Buffer.from(`event: ${signal}\ndata: {}\n\n`)
}

/** A sign of life. With a place no event is dispatched either, but the client goes on from there. */
export function beatFrame(cursor?: string): Uint8Array {
  return Buffer.from(cursor === undefined ? ':\n\n' : `id: ${cursor}\n:\n\n`)
}

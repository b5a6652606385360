import { changes } from '@aliquot/contract/changes'
import { addressOf } from './call.ts'
import { EventParser, type StreamEvent } from './event-parser.ts'

/** The service sends something at least every 15 s. After this long a connection is dead, as after sleep. */
const SILENCE_MS = 40_000

/** The service answered, but not with a stream. */
export class StreamRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The stream was refused: ${status}`)
    this.status = status
  }
}

/**
 * Reads the stream until it ends. Not by EventSource, which shows neither comments nor the reason of a refusal: a
 * connection that died without a word would stay open for ever.
 */
export async function readStream(after: string, hear: (event: StreamEvent) => void, ended: AbortSignal): Promise<void> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  try {
    const response = await fetch(addressOf(changes.stream, { query: { after } }), {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([ended, silent.signal]),
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!response.ok || !isStream || !response.body) throw new StreamRefused(response.status)
    const parser = new EventParser()
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = await text.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), SILENCE_MS)
      for (const event of parser.push(value)) hear(event)
    }
  } finally {
    clearTimeout(timer)
  }
}

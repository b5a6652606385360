/** A server-sent event. A comment has neither a name nor data. */
export interface StreamEvent {
  /** The kind of a change, or `notifications` or `jobs`; empty for a comment or a mere place. */
  name: string
  data: string
  /** The place right after it. */
  id: string | undefined
}

/** Splits the text of a stream, which arrives in parts of any length, into events. */
export class EventParser {
  #rest = ''

  /** The events that end in this part. */
  push(part: string): StreamEvent[] {
    const blocks = (this.#rest + part).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    return blocks.map(readEvent)
  }
}

function readEvent(block: string): StreamEvent {
  const event: StreamEvent = { name: '', data: '', id: undefined }
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(event|data|id): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event.name = value
    if (field === 'data') event.data += value
    if (field === 'id') event.id = value
  }
  return event
}

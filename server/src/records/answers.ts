import type { Readable } from 'node:stream'
import type { Follower } from './progress.ts'

// What a service returns if its answer is not JSON. http/answers sends it.

/** The content of a file. */
export class FileAnswer {
  readonly hash: string
  readonly size: number
  readonly name: string
  /** Detected from the content. */
  readonly mime: string
  /** `2026-03-02T09:15:40.123Z` */
  readonly at: string
  /** Undefined: as a browser may show it. */
  readonly kind: 'attachment' | undefined
  /** Reads the content if it is none of the notebook's. */
  readonly open: ((range: { start: number; end: number } | undefined) => Promise<Readable>) | undefined

  constructor(file: {
    hash: string
    size: number
    name: string
    mime: string
    at: string
    kind?: 'attachment'
    open?: FileAnswer['open']
  }) {
    this.hash = file.hash
    this.size = file.size
    this.name = file.name
    this.mime = file.mime
    this.at = file.at
    this.kind = file.kind
    this.open = file.open
  }
}

/** A picture derived from a file. */
export class PictureAnswer {
  /** WebP. */
  readonly data: Uint8Array
  /** Identifies its source content and how it was made. */
  readonly etag: string
  /** The page count of the document. */
  readonly pages: number | null

  constructor(picture: { data: Uint8Array; etag: string; pages: number | null }) {
    this.data = picture.data
    this.etag = picture.etag
    this.pages = picture.pages
  }
}

/** A file that is generated while it is sent: its length is unknown. */
export class StreamAnswer {
  readonly type: string
  readonly kind: 'inline' | 'attachment'
  readonly name: string
  /** Nothing happens before the first part is requested. */
  readonly parts: AsyncIterable<Buffer | string>
  /** The number of entries, if known. */
  readonly total: { total?: number; totalIsExact?: boolean }
  readonly follower: Follower | undefined

  constructor(file: {
    type: string
    kind: 'inline' | 'attachment'
    name: string
    parts: AsyncIterable<Buffer | string>
    total?: { total?: number; totalIsExact?: boolean }
    follower?: Follower | undefined
  }) {
    this.type = file.type
    this.kind = file.kind
    this.name = file.name
    this.parts = file.parts
    this.total = file.total ?? {}
    this.follower = file.follower
  }
}

/** An answer of server-sent events, which goes on until one side ends it. */
export class EventsAnswer {
  /** Called once the client has the headers. */
  readonly open: (client: EventsClient) => void

  constructor(open: (client: EventsClient) => void) {
    this.open = open
  }
}

/** Who reads such an answer. */
export interface EventsClient {
  /** Sends bytes, which wait in memory until the client reads: only if it is ready, or has room. */
  send(bytes: Uint8Array): void
  /** Whether the client has read nearly all that was sent. */
  readonly isReady: boolean
  /** Resolves once the client has room for more, at once if it has. A client that stops reading for 20 s is cut off. */
  hasRoom(): Promise<void>
  /** Ends the answer. */
  end(): void
  readonly isGone: boolean
  /** Calls back once when the answer has ended, whoever ended it. */
  onGone(call: () => void): void
}

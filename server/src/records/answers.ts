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

  constructor(file: { hash: string; size: number; name: string; mime: string; at: string }) {
    this.hash = file.hash
    this.size = file.size
    this.name = file.name
    this.mime = file.mime
    this.at = file.at
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

import type { Follower } from './progress.ts'

// What a service gives where its answer is no JSON. http/answers sends it.

/** The content of a file as an answer. */
export class FileAnswer {
  readonly hash: string
  readonly size: number
  readonly name: string
  /** Found by content. */
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

/** A picture that was made of a file, as an answer. */
export class PictureAnswer {
  /** WebP. */
  readonly data: Uint8Array
  /** Names the content that it was made of, and how. */
  readonly etag: string
  /** Of the document that it shows a page of. */
  readonly pages: number | null

  constructor(picture: { data: Uint8Array; etag: string; pages: number | null }) {
    this.data = picture.data
    this.etag = picture.etag
    this.pages = picture.pages
  }
}

/** A file as an answer that is made while it is sent: its length is not known before. */
export class StreamAnswer {
  readonly type: string
  readonly kind: 'inline' | 'attachment'
  readonly name: string
  /** Nothing happens before the first of them is asked for. */
  readonly parts: AsyncIterable<Buffer | string>
  /** How many entries it has, where that is known. */
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

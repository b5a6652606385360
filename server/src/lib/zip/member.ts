/** A file in an archive. */
export interface ZipMember {
  /** With slashes between folders. The caller makes sure that it is safe and unique. */
  name: string
  /** The modification time in local time: `2026-03-02 10:15:40`. */
  at: string
  /** A long text comes in pieces, which are made when their turn comes. */
  content: string | Iterable<string> | ZipSource
}

/** Content that is read when its turn comes, and never held whole. */
export interface ZipSource {
  /** Undefined if it is not known. Then it is far below 4 GB. */
  size: number | undefined
  /** The format is compressed already, so do not deflate it again. */
  isPacked: boolean
  open(): Promise<AsyncIterable<Buffer>>
  /** A member to write in its place if it cannot be read. Undefined: the archive fails. */
  instead?(error: unknown): ZipMember | undefined
}

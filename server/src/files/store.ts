import type { Readable } from 'node:stream'
import { say } from '@aliquot/contract/refusals/say'
import { Refusal } from '../errors.ts'
import type { Received } from './received.ts'

/** A range of bytes, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/** Stores file contents by SHA-256. Content never changes and stays for as long as a row refers to it. */
export interface FileStore {
  /** The number of the store in the API: 1 local folder, 2 S3. */
  readonly number: 1 | 2
  /**
   * Puts incoming content in place and resolves once it is durable. Its name stays in the incoming folder. Returns
   * whether the place was empty.
   */
  put(received: Pick<Received, 'path' | 'held'>, hash: string): Promise<boolean>
  /** The size in bytes, or undefined if there is no such content. */
  sizeOf(hash: string): Promise<number | undefined>
  /**
   * A stamp that changes whenever the content is written again; undefined if there is no such content. Only for stores
   * where this is almost free.
   */
  stampOf?(hash: string): Promise<string | undefined>
  /** Throws `ContentMissing`. */
  read(hash: string, range?: ByteRange): Promise<Readable>
  /**
   * Removes content without a row if it is still the copy that came from this local file, and never a copy that
   * somebody else put since. False if it is too early to tell.
   */
  discard(path: string, hash: string): Promise<boolean>
  /** Removes content, whoever put it. Only for a store that no row refers to yet. */
  remove(hash: string): Promise<void>
  /** The names of all contents, unordered. They are hashes, except for foreign files. */
  list(): AsyncIterable<string>
  /** Removes what interrupted puts left, other than contents. Returns how many there were. */
  tidy(): Promise<number>
  /** Throws if the store cannot be written. */
  check(): Promise<void>
}

/** The row exists but the content does not: it is on another server, or the storage was damaged. */
export class ContentMissing extends Refusal {
  constructor(hash: string) {
    super(503, say('storage.content_missing', { hash }))
  }
}

/** The stored content differs from its hash: somebody or the disk has changed it. */
export class ContentAltered extends Refusal {
  constructor(hash: string) {
    super(503, say('storage.content_altered', { hash }))
  }
}

const HASH = /^[0-9a-f]{64}$/

export function isHash(text: string): boolean {
  return HASH.test(text)
}

/** `ab/ab12…` spreads the contents over 256 folders. */
export function keyOf(hash: string): string {
  if (!isHash(hash)) throw new Error('not a SHA-256')
  return `${hash.slice(0, 2)}/${hash}`
}

import type { Readable } from 'node:stream'
import { Refusal } from '../errors.ts'
import type { Received } from './received.ts'

/** A part of a file, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the contents of files are, each under its SHA-256. What is there never changes: the same name is the same
 * content, for as long as anything refers to it.
 */
export interface FileStore {
  /** As the API numbers them: 1 a folder, 2 S3. */
  readonly number: 1 | 2
  /**
   * Puts a content that has come in in its place. It is durable once this resolves; its name is among what comes in then.
   * Tells whether there was none in the place before.
   */
  put(received: Pick<Received, 'path' | 'held'>, hash: string): Promise<boolean>
  /** Bytes of a content; undefined when there is none. */
  sizeOf(hash: string): Promise<number | undefined>
  /** Another one whenever the content was written again; undefined when there is none. Only where asking costs next to nothing. */
  stampOf?(hash: string): Promise<string | undefined>
  /** Throws `ContentMissing`. */
  read(hash: string, range?: ByteRange): Promise<Readable>
  /**
   * Takes a content away again that nothing refers to, if it is still the copy that was put from this local file. Never
   * one that somebody else has put there since. False: it is too early to tell.
   */
  discard(path: string, hash: string): Promise<boolean>
  /** Takes a content away, whoever put it there. Only for a store that nothing refers to yet. */
  remove(hash: string): Promise<void>
  /** The names of all contents, in no order: their hashes, unless somebody else has put something there. */
  list(): AsyncIterable<string>
  /** Takes away what is left of puts that ended in the middle, and is no content. Returns how many those were. */
  tidy(): Promise<number>
  /** Throws what is wrong with it, if it cannot be written. */
  check(): Promise<void>
}

/** The row is there and the content is not: it is on another server, or the storage was damaged. */
export class ContentMissing extends Refusal {
  constructor(hash: string) {
    super(503, 'The content of this file is not in the storage of this server', {
      description: [
        'Tell your administrator: with several servers, all need the same storage of files (docs/several-servers.md);',
        `otherwise it was lost, and aliquot verify names it, too. SHA-256 ${hash}`,
      ].join(' '),
    })
  }
}

/** The content is there and is not what was stored: somebody has changed it, or the disk has. */
export class ContentAltered extends Refusal {
  constructor(hash: string) {
    super(503, 'The content of this file was altered in the storage', {
      description: `Tell your administrator: aliquot verify names it, too. SHA-256 ${hash}`,
    })
  }
}

const HASH = /^[0-9a-f]{64}$/

export function isHash(text: string): boolean {
  return HASH.test(text)
}

/** `ab/ab12…`: no folder holds more than a 256th of all. */
export function keyOf(hash: string): string {
  if (!isHash(hash)) throw new Error('not a SHA-256')
  return `${hash.slice(0, 2)}/${hash}`
}

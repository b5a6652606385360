import { createHash, hash } from 'node:crypto'
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ByteRange, ContentAltered, type FileStore } from './store.ts'

interface Content {
  hash: string
  size: number
}

/** Content up to this size is read and checked whole before the first byte is sent. */
const SMALL = 1024 * 1024
const MOST_KNOWN = 100_000

/**
 * Reads content for people and compares it with its hash, so that nobody takes altered content for the true one. A
 * result holds until the storage's stamp changes. A store without stamps is checked on each read, except for parts of
 * large content.
 */
export class CheckedContents {
  readonly #store: FileStore
  /** Keyed by hash: the storage stamp at the time of the check, and its result. */
  readonly #checked = new Map<string, { stamp: string; isTrue: boolean }>()
  readonly #checking = new Set<string>()

  constructor(store: FileStore) {
    this.#store = store
  }

  /** Whether the last check found the content altered. */
  isAltered(name: string): boolean {
    return this.#checked.get(name)?.isTrue === false
  }

  /**
   * Throws `ContentMissing` or `ContentAltered`. Large content that turns out to be altered ends before its last bytes.
   */
  async read(content: Content, range?: ByteRange): Promise<Readable> {
    const { hash: name, size } = content
    const stamp = await this.#store.stampOf?.(name)
    const known = this.#checked.get(name)
    if (stamp !== undefined && known?.stamp === stamp) {
      if (!known.isTrue) throw new ContentAltered(name)
      return this.#store.read(name, range)
    }
    if (size <= SMALL) return this.#readSmall(content, stamp, range)
    const stream = await this.#store.read(name, range)
    const isWhole = !range || (range.start === 0 && range.end === size - 1)
    if (isWhole) return pipeline(stream, this.#compare(content, stamp), () => {})
    // A part cannot be checked against the hash, so the whole content is checked in the background if that costs no
    // traffic.
    if (stamp !== undefined) void this.#checkAside(content, stamp)
    return stream
  }

  async #readSmall({ hash: name }: Content, stamp: string | undefined, range?: ByteRange): Promise<Readable> {
    const bytes = await buffer(await this.#store.read(name))
    const isTrue = hash('sha256', bytes) === name
    this.#remember(name, stamp, isTrue)
    if (!isTrue) throw new ContentAltered(name)
    const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
    return new PassThrough().end(part)
  }

  #compare({ hash: name, size }: Content, stamp: string | undefined): Transform {
    const sum = createHash('sha256')
    let seen = 0
    const verdict = () => {
      const isTrue = seen === size && sum.digest('hex') === name
      this.#remember(name, stamp, isTrue)
      return isTrue ? null : new ContentAltered(name)
    }
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sum.update(chunk)
        seen += chunk.length
        // The last bytes wait for the check: without them no client takes the file for complete.
        const problem = seen >= size ? verdict() : null
        if (problem) done(problem)
        else done(null, chunk)
      },
      flush: (done) => done(seen < size ? verdict() : null),
    })
  }

  async #checkAside(content: Content, stamp: string): Promise<void> {
    if (this.#checking.has(content.hash)) return
    this.#checking.add(content.hash)
    try {
      const compared = pipeline(await this.#store.read(content.hash), this.#compare(content, stamp), () => {})
      for await (const _chunk of compared) {
        // Reading is enough: the check happens on the way.
      }
    } catch {
      // The result is already cached.
    } finally {
      this.#checking.delete(content.hash)
    }
  }

  #remember(name: string, stamp: string | undefined, isTrue: boolean): void {
    if (stamp === undefined) return
    if (this.#checked.size >= MOST_KNOWN) this.#checked.clear()
    this.#checked.set(name, { stamp, isTrue })
  }
}

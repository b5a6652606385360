import { createHash, hash } from 'node:crypto'
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ByteRange, ContentAltered, type FileStore } from './store.ts'

interface Content {
  hash: string
  size: number
}

/** Read whole before the first byte is sent. */
const SMALL = 1024 * 1024
const MOST_KNOWN = 100_000

/**
 * Reads contents for people, who get no altered bytes under the name of the true ones. A content is compared with its hash once, and
 * again when the storage says that it was written since; after that it costs nothing.
 */
export class CheckedContents {
  readonly #store: FileStore
  /** By hash: the stamp of the storage under which the content was found to be true, or altered. */
  readonly #checked = new Map<string, { stamp: string; isTrue: boolean }>()
  readonly #checking = new Set<string>()

  constructor(store: FileStore) {
    this.#store = store
  }

  /** Was it found to be altered when it was read last? */
  isAltered(name: string): boolean {
    return this.#checked.get(name)?.isTrue === false
  }

  /** Throws `ContentMissing` and `ContentAltered`; a large content that turns out to be altered ends before its last bytes. */
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
    if (!range) return pipeline(stream, this.#compare(content, stamp), () => {})
    // A part says nothing about the whole, which is looked at meanwhile: where that costs no traffic.
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
        // The last bytes wait for the verdict: without them nobody takes the file for whole.
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
        // Only the verdict counts.
      }
    } catch {
      // Remembered for whoever asks next.
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

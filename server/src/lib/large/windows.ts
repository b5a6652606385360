import type { FileHandle } from 'node:fs/promises'

const WINDOW = 64 * 1024
const MOST_WINDOWS = 4

interface Window {
  at: number
  filled: number
  readonly bytes: Buffer
}

/**
 * Reads small pieces of a file that lie near each other with few calls, always into the same buffers: new ones would pile up
 * until the garbage collector thinks of them.
 */
export class Windows {
  #recent: Window[] = []
  #turn: Promise<unknown> = Promise.resolve()
  readonly #file: FileHandle
  readonly #length: number
  readonly #size: number

  /** For pieces that are far from each other, smaller windows read less. */
  constructor(file: FileHandle, length: number, size = WINDOW) {
    this.#file = file
    this.#length = length
    this.#size = size
  }

  /** Calls a function with the bytes, which are valid only within it. At the end of the file there may be fewer. */
  use<T>(at: number, length: number, read: (bytes: Buffer) => T): Promise<T> {
    // One after the other, because they share the buffers.
    const result = this.#turn.then(async () => read(await this.#read(at, Math.min(at + length, this.#length))))
    this.#turn = result.catch(() => {})
    return result
  }

  /** The bytes if they have been read already, to be copied before anything is awaited: a promise for each would be slow. */
  here(at: number, length: number): Buffer | undefined {
    const end = Math.min(at + length, this.#length)
    const known = this.#recent.find((window) => at >= window.at && end <= window.at + window.filled)
    if (!known) return undefined
    this.#putFirst(known)
    return known.bytes.subarray(at - known.at, end - known.at)
  }

  async #read(at: number, end: number): Promise<Buffer> {
    const known = this.here(at, end - at)
    if (known) return known
    if (end - at > this.#size / 2) return readFully(this.#file, at, end - at)
    const window = this.#oldest()
    window.filled = 0
    window.at = at
    window.filled = await fill(this.#file, window.bytes, at, Math.min(this.#size, this.#length - at))
    this.#putFirst(window)
    return window.bytes.subarray(0, Math.min(end - at, window.filled))
  }

  #oldest(): Window {
    const last = this.#recent.at(-1)
    if (last && this.#recent.length === MOST_WINDOWS) return last
    return { at: 0, filled: 0, bytes: Buffer.allocUnsafeSlow(this.#size) }
  }

  #putFirst(window: Window): void {
    if (window !== this.#recent[0]) this.#recent = [window, ...this.#recent.filter((other) => other !== window)]
  }
}

/** All that is asked for, or what there is before the end of the file, in a buffer of its own. */
export async function readFully(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, length))
  return bytes.subarray(0, await fill(file, bytes, at, bytes.length))
}

/** Fills the beginning of a buffer, and returns how much of it. */
export async function fill(file: FileHandle, bytes: Buffer, at: number, length: number): Promise<number> {
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, at + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}

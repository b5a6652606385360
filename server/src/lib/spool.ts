import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const BLOCK = 64 * 1024

/**
 * Text that is written now and read later, on disk. The file has no name any more: whatever ends the process frees its
 * room.
 */
export class Spool {
  readonly #file: FileHandle
  #waiting: string[] = []
  /** Of what waits, in UTF-16 units. */
  #waitingLength = 0
  #size = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(folder: string): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return new Spool(file)
  }

  async add(text: string): Promise<void> {
    this.#waiting.push(text)
    this.#waitingLength += text.length
    if (this.#waitingLength >= BLOCK) await this.#flush()
  }

  /** The number of bytes so far. */
  async size(): Promise<number> {
    await this.#flush()
    return this.#size
  }

  /** All that was added so far, in blocks. */
  async *read(): AsyncGenerator<Buffer> {
    const end = await this.size()
    for (let at = 0; at < end; ) {
      const block = Buffer.allocUnsafeSlow(Math.min(BLOCK, end - at))
      const { bytesRead } = await this.#file.read(block, 0, block.length, at)
      if (bytesRead === 0) throw new Error(`a spool of ${end} bytes ends at ${at}`)
      at += bytesRead
      yield block.subarray(0, bytesRead)
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #flush(): Promise<void> {
    if (this.#waitingLength === 0) return
    const bytes = Buffer.from(this.#waiting.join(''))
    this.#waiting = []
    this.#waitingLength = 0
    // `writeFile` continues at the position of the handle, and writes all of it.
    await this.#file.writeFile(bytes)
    this.#size += bytes.length
  }
}

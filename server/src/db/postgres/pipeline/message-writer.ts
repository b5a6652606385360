const SLAB_BYTES = 64 * 1024
/** The most bytes of UTF-8 for one unit of a JavaScript string. */
const MOST_BYTES_OF_A_UNIT = 3

/**
 * Writes messages of PostgreSQL's extended query protocol one behind the other, so that a whole batch leaves as one
 * buffer. Written bytes are never written again, because the socket may still hold them.
 */
export class MessageWriter {
  #slab = Buffer.allocUnsafe(SLAB_BYTES)
  #start = 0
  #at = 0

  /** Makes a statement and asks for the columns of its result. */
  parse(name: string, sql: string): void {
    const end = this.#begin('P', MOST_BYTES_OF_A_UNIT * (name.length + sql.length) + 4)
    this.#text(name)
    this.#text(sql)
    this.#int16(0)
    this.#end(end)
    const described = this.#begin('D', MOST_BYTES_OF_A_UNIT * name.length + 2)
    this.#slab[this.#at++] = CODE.S
    this.#text(name)
    this.#end(described)
  }

  /** Runs a statement. Throws before anything is written if a value cannot be sent. */
  execute(name: string, values: readonly unknown[]): void {
    const sent = values.map(toSent)
    let room = MOST_BYTES_OF_A_UNIT * name.length + 10
    for (const value of sent) room += 6 + (value === null ? 0 : MOST_BYTES_OF_A_UNIT * value.length)
    const end = this.#begin('B', room)
    this.#slab[this.#at++] = 0
    this.#text(name)
    this.#int16(sent.length)
    for (const value of sent) this.#int16(value instanceof Uint8Array ? 1 : 0)
    this.#int16(sent.length)
    for (const value of sent) this.#value(value)
    this.#int16(0)
    this.#end(end)
    this.#bytes(EXECUTE)
  }

  sync(): void {
    this.#bytes(SYNC)
  }

  /** What was written since the last call. */
  take(): Buffer {
    const written = this.#slab.subarray(this.#start, this.#at)
    this.#start = this.#at
    return written
  }

  #begin(type: keyof typeof CODE, room: number): number {
    this.#makeRoom(room + 5)
    this.#slab[this.#at++] = CODE[type]
    this.#at += 4
    return this.#at - 4
  }

  #end(lengthAt: number): void {
    this.#slab.writeInt32BE(this.#at - lengthAt, lengthAt)
  }

  #value(value: string | Uint8Array | null): void {
    if (value === null) {
      this.#at = this.#slab.writeInt32BE(-1, this.#at)
      return
    }
    const lengthAt = this.#at
    this.#at += 4
    if (typeof value === 'string') this.#at += this.#slab.write(value, this.#at, 'utf8')
    else {
      this.#slab.set(value, this.#at)
      this.#at += value.length
    }
    this.#slab.writeInt32BE(this.#at - lengthAt - 4, lengthAt)
  }

  #text(text: string): void {
    this.#at += this.#slab.write(text, this.#at, 'utf8')
    this.#slab[this.#at++] = 0
  }

  #int16(value: number): void {
    this.#at = this.#slab.writeUInt16BE(value, this.#at)
  }

  #bytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length)
    this.#slab.set(bytes, this.#at)
    this.#at += bytes.length
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#slab.length) return
    const unsent = this.#slab.subarray(this.#start, this.#at)
    const slab = Buffer.allocUnsafe(Math.max(SLAB_BYTES, 2 * (unsent.length + bytes)))
    slab.set(unsent)
    this.#slab = slab
    this.#start = 0
    this.#at = unsent.length
  }
}

const CODE = { B: 0x42, D: 0x44, P: 0x50, S: 0x53 } as const
/** The unnamed portal, all rows. */
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const SYNC = Buffer.from([CODE.S, 0, 0, 0, 4])

/** Numbers and flags are sent as text, bytes as they are. */
function toSent(value: unknown): string | Uint8Array | null {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'undefined':
      return null
    default:
      if (value === null || value instanceof Uint8Array) return value
      throw new TypeError(`A value of a statement is neither a text, a number nor bytes: ${JSON.stringify(value)}`)
  }
}

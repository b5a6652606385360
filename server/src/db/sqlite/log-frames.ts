/** The header of SQLite's write-ahead log, and of each frame in it: https://sqlite.org/fileformat2.html#walformat */
const LOG_HEADER = 32
const FRAME_HEADER = 24
/** The last bit says in which byte order the sums are computed. */
const MAGIC = 0x377f0682

/** What a recovery would find in a log: `bytes` of it, with that many frames. */
export interface WholeLog {
  frames: number
  bytes: number
}

/**
 * Reads a log as a recovery does: the sum of each frame covers all frames before it, so the first wrong byte ends it.
 * A log that SQLite wrote and the disk lost in part looks right to open connections, which check nothing.
 */
export function findWholeLog(log: Buffer): WholeLog {
  if (log.length < LOG_HEADER) return { frames: 0, bytes: 0 }
  const magic = log.readUInt32BE(0)
  if ((magic & ~1) !== MAGIC) return { frames: 0, bytes: 0 }
  const sum = new RunningSum(log, magic === MAGIC)
  sum.add(0, 24)
  if (!sum.isAt(24)) return { frames: 0, bytes: 0 }
  const frameSize = FRAME_HEADER + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)

  let end = LOG_HEADER
  let frames = 0
  for (; end + frameSize <= log.length; end += frameSize, frames++) {
    // Frames from before the log last restarted have other salts.
    if (!log.subarray(end + 8, end + 16).equals(salts)) break
    sum.add(end, end + 8)
    sum.add(end + FRAME_HEADER, end + frameSize)
    if (!sum.isAt(end + 16)) break
  }
  return { frames, bytes: end }
}

class RunningSum {
  readonly #view: DataView
  readonly #isLittleEndian: boolean
  #first = 0
  #second = 0

  constructor(log: Buffer, isLittleEndian: boolean) {
    this.#view = new DataView(log.buffer, log.byteOffset, log.length)
    this.#isLittleEndian = isLittleEndian
  }

  add(from: number, to: number): void {
    for (let at = from; at < to; at += 8) {
      this.#first = (this.#first + this.#view.getUint32(at, this.#isLittleEndian) + this.#second) >>> 0
      this.#second = (this.#second + this.#view.getUint32(at + 4, this.#isLittleEndian) + this.#first) >>> 0
    }
  }

  isAt(position: number): boolean {
    return this.#view.getUint32(position) === this.#first && this.#view.getUint32(position + 4) === this.#second
  }
}

import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Random } from '../random.ts'

/** A file that an instrument wrote, as it was left. */
interface Original {
  hash: string
  /** Size and times, of which the last changes with anything that is done to a file. */
  stamp: string
}

/** Larger than what is sent at once. */
const LARGE_BYTES = 9_000_000
const LARGE_EVERY = 250
const FILES_PER_RUN = 8

/** The files of an instrument in three folders: one entry for each, one for each run, and one for all. */
export class Arrivals {
  readonly folder: string
  readonly originals = new Map<string, Original>()
  readonly #random: Random
  runs = 0
  singles = 0

  constructor(folder: string, random: Random) {
    this.folder = folder
    this.#random = random
    for (const name of ['single', 'runs', 'log']) mkdirSync(join(folder, name), { recursive: true })
  }

  get count(): number {
    return this.originals.size
  }

  /** Writes the next file: at once, in parts, or under another name first. */
  add(): void {
    const number = this.count + 1
    const name = this.#nextName(number)
    const path = join(this.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    const content = this.#nextContent(number)
    const way = this.#random.int(0, 3)
    if (way === 0) writeFileSync(path, content)
    else if (way === 1) {
      const middle = content.length >> 1
      writeFileSync(path, content.subarray(0, middle))
      appendFileSync(path, content.subarray(middle))
    } else {
      const other = join(this.folder, `${number}.part`)
      writeFileSync(other, content)
      renameSync(other, path)
    }
    this.originals.set(name, { hash: hashOf(content), stamp: stampOf(path) })
  }

  /** What is no longer as the instrument left it. */
  checkOriginals(): string[] {
    const problems: string[] = []
    const there = new Set(listFiles(this.folder))
    for (const [name, { hash, stamp }] of this.originals) {
      const path = join(this.folder, name)
      if (!there.delete(name)) problems.push(`the original ${name} is gone`)
      else if (stampOf(path) !== stamp || hashOf(readFileSync(path)) !== hash) problems.push(`${name} was touched`)
    }
    return [...problems, ...[...there].map((name) => `${name} was added to the folder of the instrument`)]
  }

  #nextName(number: number): string {
    const kind = this.#random.int(0, 3)
    if (kind === 0) return `log/day ${number}.log`
    if (kind === 1) {
      this.singles++
      return `single/sample-${number}_ü%.csv`
    }
    if (this.runs === 0 || this.#random.chance(1 / FILES_PER_RUN)) this.runs++
    return `runs/run ${this.runs}/scan ${number}.raw`
  }

  /** Each is different, except those without a byte. */
  #nextContent(number: number): Buffer {
    if (number % LARGE_EVERY === 20) return randomBytes(LARGE_BYTES)
    if (this.#random.chance(0.02)) return Buffer.alloc(0)
    return Buffer.concat([Buffer.from(`${number}\n`), randomBytes(this.#random.int(0, 60_000))])
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

function stampOf(path: string): string {
  const { ino, mode, size, mtimeMs, ctimeMs } = statSync(path)
  return [ino, mode, size, mtimeMs, ctimeMs].join(' ')
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

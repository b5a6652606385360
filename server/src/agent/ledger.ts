import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { MadeType } from './rules.ts'

export interface Place {
  type: MadeType
  id: number
}

/** What is known about a file. */
export type FileRecord =
  /** On its way: where it goes, and the address of the upload. */
  | { is: 'begun'; sha256: string; entry: Place; url: string; replaces?: number }
  /** In the notebook. `stamp` tells whether the file has changed since. */
  | { is: 'sent'; stamp: string; sha256: string; entry: Place; upload: number }
  /** Refused when it was last tried. `before`: the version that is in the notebook. */
  | { is: 'refused'; stamp: string; rule: string; reason: string; at: string; before?: Sent }

export type Sent = Extract<FileRecord, { is: 'sent' }>

type Line =
  | { agent: string }
  | { file: string; record: FileRecord }
  /** The entry that was created for a file or a folder. */
  | { made: string; entry: Place }

const COMPACT_FROM = 1000

/**
 * What the agent remembers across reboots: a file to which lines are added, each flushed to the disk. The last line
 * about something counts. A line that was cut off by a power loss is left out.
 */
export class Ledger {
  readonly files = new Map<string, FileRecord>()
  readonly made = new Map<string, Place>()
  /** By id of a file of the notebook: the file here. */
  readonly #owners = new Map<number, string>()
  /** Tells the requests of this agent from those of others. */
  agent = ''
  readonly #path: string
  #file: number

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#path = join(folder, 'ledger.jsonl')
    const { lines, isWhole } = this.#read()
    const live = this.files.size + this.made.size + 1
    if (!isWhole || lines > 2 * live + COMPACT_FROM) this.#rewrite(folder)
    this.#file = openSync(this.#path, 'a', 0o600)
    if (this.agent !== '') return
    this.agent = randomBytes(16).toString('hex')
    this.#add({ agent: this.agent })
  }

  setFile(file: string, record: FileRecord): void {
    this.#add({ file, record })
    this.#keep(file, record)
  }

  /** Whether this file of the notebook is the copy of another file here. */
  isOfAnother(upload: number, file: string): boolean {
    const owner = this.#owners.get(upload)
    return owner !== undefined && owner !== file
  }

  #keep(file: string, record: FileRecord): void {
    this.files.set(file, record)
    if (record.is === 'sent') this.#owners.set(record.upload, file)
  }

  setMade(made: string, entry: Place): void {
    this.#add({ made, entry })
    this.made.set(made, entry)
  }

  close(): void {
    closeSync(this.#file)
  }

  #add(line: Line): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`)
    fsyncSync(this.#file)
  }

  #read(): { lines: number; isWhole: boolean } {
    let text: string
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { lines: 0, isWhole: true }
      throw error
    }
    let isWhole = text === '' || text.endsWith('\n')
    const lines = text.split('\n').filter((line) => line !== '')
    for (const line of lines) {
      const known = parseLine(line)
      if (!known) isWhole = false
      else if ('agent' in known) this.agent = known.agent
      else if ('made' in known) this.made.set(known.made, known.entry)
      else this.#keep(known.file, known.record)
    }
    return { lines: lines.length, isWhole }
  }

  #rewrite(folder: string): void {
    const next = `${this.#path}.new`
    const file = openSync(next, 'w', 0o600)
    const write = (line: Line) => writeSync(file, `${JSON.stringify(line)}\n`)
    if (this.agent !== '') write({ agent: this.agent })
    for (const [made, entry] of this.made) write({ made, entry })
    for (const [name, record] of this.files) write({ file: name, record })
    fsyncSync(file)
    closeSync(file)
    renameSync(next, this.#path)
    flushFolder(folder)
  }
}

function parseLine(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line
  } catch {
    return undefined
  }
}

/** Windows cannot, and needs not. */
function flushFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // The name of the file is then as safe as the system keeps it.
  }
}

import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { InvalidInput, TooLarge } from '../../../../errors.ts'
import { Windows } from '../../../../lib/large/windows.ts'
import type { Parts } from './parts.ts'
import { NOTHING } from './workbook.ts'

/** Texts that cells refer to by number. */
export interface SharedStrings {
  get(index: number): Promise<string> | string
  close(): Promise<void>
}

const MB = 1024 * 1024
/** Held in memory as long as the part is not larger. */
const SMALL = 4 * MB
const LONGEST = 4 * MB
const MOST = 8_000_000

const NONE: SharedStrings = {
  get: (index) => {
    throw new InvalidInput('table.no_string', { number: index })
  },
  async close() {},
}

export async function readSharedStrings(parts: Parts, name: string | null, path: string): Promise<SharedStrings> {
  if (name === null || !parts.has(name)) return NONE
  if (parts.size(name) <= SMALL) return held(parts, name)
  return spooled(parts, name, dirname(path))
}

async function held(parts: Parts, name: string): Promise<SharedStrings> {
  const texts: string[] = []
  for await (const _ of eachText(parts, name, (text) => texts.push(text)));
  return {
    get: (index) => texts[index] ?? NONE.get(index),
    async close() {},
  }
}

const WRITTEN = 256 * 1024

/** In a file that is gone with the process, and where each text begins in it. */
async function spooled(parts: Parts, name: string, folder: string): Promise<SharedStrings> {
  const file = await openNameless(folder)
  try {
    const ends = new Ends()
    let waiting: Buffer[] = []
    let [length, unwritten] = [0, 0]
    const write = async () => {
      if (unwritten > 0) await file.writeFile(Buffer.concat(waiting))
      waiting = []
      unwritten = 0
    }
    const add = (text: string) => {
      const bytes = Buffer.from(text)
      waiting.push(bytes)
      length += bytes.length
      unwritten += bytes.length
      ends.push(length)
    }
    for await (const _ of eachText(parts, name, add)) if (unwritten > WRITTEN) await write()
    await write()
    const windows = new Windows(file, length)
    return {
      get(index) {
        if (index >= ends.length || index < 0) return NONE.get(index)
        const from = index === 0 ? 0 : ends.at(index - 1)
        const size = ends.at(index) - from
        if (size === 0) return ''
        return windows.here(from, size)?.toString('utf8') ?? windows.use(from, size, (bytes) => bytes.toString('utf8'))
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `${randomUUID()}.strings`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** A list of places in eight bytes each. */
class Ends {
  #values = new Float64Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Float64Array(this.length * 2)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index] ?? 0
  }
}

/** Rich texts are in pieces; how they are read out loud (`rPh`) is none of their text. */
function eachText(parts: Parts, name: string, add: (text: string) => unknown): AsyncGenerator<void> {
  let [text, count, isText, isSpoken] = ['', 0, false, false]
  return parts.pieces(name, {
    ...NOTHING,
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') isSpoken = true
      else if (tag === 't') isText = !isSpoken
    },
    text(piece) {
      if (!isText) return
      text += piece
      if (text.length > LONGEST) throw new TooLarge('table.long_text', { most: LONGEST })
    },
    close(tag) {
      if (tag === 't') isText = false
      else if (tag === 'rPh') isSpoken = false
      else if (tag === 'si') {
        count++
        if (count > MOST) throw new TooLarge('table.many_strings', { most: MOST })
        add(unescaped(text))
      }
    },
  })
}

/** Signs that XML cannot have are written as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

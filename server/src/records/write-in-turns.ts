import type { z } from 'zod'
import { endOfPiece } from '../lib/text.ts'
import { Turns } from '../lib/turns.ts'
import { Written } from './written.ts'

/** In UTF-16 units. */
const PIECE_UNITS = 200_000

/**
 * Writes a record that may have megabytes, and lets others run in between. Only its own keys are put in the order of
 * answers; those of records inside must have it.
 */
export async function writeInTurns<S extends z.ZodObject>(
  schema: S,
  record: z.output<S>,
): Promise<Written<z.output<S>>> {
  const writer = new Writer()
  await writer.addObject(inOrder(schema, record))
  return new Written(writer.end())
}

/** Fields that some records lack come last. */
function inOrder(schema: z.ZodObject, record: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(schema.shape)
  const isOptional = (name: string) => schema.shape[name]?._zod.optout === 'optional'
  const sorted = [...names.filter((name) => !isOptional(name)), ...names.filter(isOptional)]
  return Object.fromEntries(sorted.map((name) => [name, record[name]]))
}

class Writer {
  readonly #turns = new Turns()
  readonly #parts: string[] = []
  #text = ''
  /** The main text of a record is often its HTML, too. */
  #last: { text: string; parts: readonly string[] } | undefined

  async addObject(value: object): Promise<void> {
    let separator = '{'
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      this.#add(`${separator}${JSON.stringify(name)}:`)
      separator = ','
      await this.#addValue(member)
    }
    this.#add(separator === '{' ? '{}' : '}')
  }

  end(): readonly string[] {
    return [...this.#parts, this.#text]
  }

  async #addValue(value: unknown): Promise<void> {
    if (isLongText(value)) return this.#addLongText(value)
    if (Array.isArray(value)) return this.#addList(value)
    if (hasLongText(value)) return this.addObject(value)
    this.#add(JSON.stringify(value))
    await this.#turns.rest()
  }

  async #addList(values: readonly unknown[]): Promise<void> {
    let separator = '['
    for (const value of values) {
      this.#add(separator)
      separator = ','
      await this.#addValue(value)
    }
    this.#add(separator === '[' ? '[]' : ']')
  }

  async #addLongText(text: string): Promise<void> {
    if (this.#last?.text !== text) this.#last = { text, parts: await this.#partsOf(text) }
    this.#parts.push(this.#text, ...this.#last.parts)
    this.#text = ''
  }

  async #partsOf(text: string): Promise<readonly string[]> {
    const parts = ['"']
    for (let at = 0; at < text.length; ) {
      const end = endOfPiece(text, at + PIECE_UNITS)
      parts.push(JSON.stringify(text.slice(at, end)).slice(1, -1))
      at = end
      await this.#turns.rest()
    }
    return [...parts, '"']
  }

  #add(text: string): void {
    this.#text += text
    if (this.#text.length < PIECE_UNITS) return
    this.#parts.push(this.#text)
    this.#text = ''
  }
}

function isLongText(value: unknown): value is string {
  return typeof value === 'string' && value.length > PIECE_UNITS
}

function hasLongText(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).some(isLongText)
}

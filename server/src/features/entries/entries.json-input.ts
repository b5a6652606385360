import { InvalidInput } from '../../errors.ts'
import { jsonDepth } from '../../lib/json-text.ts'

/** A JSON object as clients send it: itself, its text, an empty list (PHP's empty object), or nothing. */
export type JsonInput = Record<string, unknown> | [] | string | null

const MOST_NESTING = 100

/** The object that was sent; null when there is none. `read` makes a value of its text. */
export function readJsonObject(
  field: string,
  input: JsonInput,
  read: (text: string) => unknown = JSON.parse,
): Record<string, unknown> | null {
  if (typeof input !== 'string') {
    if (input !== null && jsonDepth(JSON.stringify(input), MOST_NESTING) > MOST_NESTING) throw tooDeep(field)
    return Array.isArray(input) ? {} : input
  }
  if (input.trim() === '') return null
  if (jsonDepth(input, MOST_NESTING) > MOST_NESTING) throw tooDeep(field)
  const value = parse(field, input, read)
  if (value === null) return null
  if (typeof value !== 'object') throw new InvalidInput(`${field}: must be a JSON object`)
  if (!Array.isArray(value)) return value as Record<string, unknown>
  if (value.length === 0) return {}
  throw new InvalidInput(`${field}: must be a JSON object, not a list`)
}

function parse(field: string, text: string, read: (text: string) => unknown): unknown {
  try {
    return read(text)
  } catch {
    throw new InvalidInput(`${field}: is not valid JSON`)
  }
}

function tooDeep(field: string): InvalidInput {
  return new InvalidInput(`${field}: is nested too deeply`)
}

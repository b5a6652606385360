import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Endpoint } from '@aliquot/contract/endpoint'
import { InvalidInput } from '../../errors.ts'
import { type JsonMeasure, measureJson, memberText, parseExactly } from '../../lib/json-text.ts'
import { parseInput } from '../../lib/parse-input.ts'
import { Turns } from '../../lib/turns.ts'

const MOST_NESTING = 512
/** More than any request needs, and still parsed within milliseconds. */
const MOST_MEMBERS = 50_000

/** Each step with a body of this size takes milliseconds. */
export const LONG_BYTES = 500_000

/** Parses and validates a JSON body. Others get their turn between the steps, if these take long. */
export async function parseBody(
  endpoint: Endpoint,
  contentType: string | undefined,
  raw: Buffer | undefined,
): Promise<unknown> {
  if (endpoint.method === 'GET') return undefined
  const value = await parseJson(raw, endpoint)
  if (endpoint.method === 'DELETE') return undefined
  // This also prevents cross-site request forgery: a form cannot send this type without a preflight.
  if (!isJson(contentType)) {
    throw new InvalidInput('request.wrong_type', {
      field: 'Content-Type',
      types: [...(endpoint.form ? ['multipart/form-data'] : []), 'application/json'],
    })
  }
  return endpoint.body ? parseInput(endpoint.body, value, 'body') : undefined
}

async function parseJson(
  raw: Buffer | undefined,
  { keepText: kept = [], keepNumbers = false }: Endpoint,
): Promise<object> {
  if (!raw || raw.length === 0) return {}
  // The server has just put its pieces together.
  if (raw.length > LONG_BYTES) await nextTurn()
  const turns = new Turns()
  const measured = measureJson(raw, { depth: MOST_NESTING, members: MOST_MEMBERS })
  const { depth, members } = measured
  if (depth > MOST_NESTING) throw new InvalidInput('field.too_deep', { field: 'body' })
  if (members > MOST_MEMBERS) throw new InvalidInput('field.too_many_values', { field: 'body', most: MOST_MEMBERS })
  await turns.rest()
  const text = decodeText(raw)
  await turns.rest()
  const value = decodeJson(text, keepNumbers ? measured : undefined)
  await turns.rest()
  if (typeof value !== 'object' || value === null) throw new InvalidInput('field.not_object', { field: 'body' })
  if (!Array.isArray(value)) return keepTexts(value as Record<string, unknown>, text, kept)
  // Some programs encode "no attributes" as an empty list.
  if (value.length === 0) return {}
  throw new InvalidInput('field.list_for_object', { field: 'body' })
}

// Fatal, so that broken bytes are refused: replacement characters would store what nobody wrote.
const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeText(raw: Buffer): string {
  try {
    return utf8.decode(raw)
  } catch {
    throw new InvalidInput('field.not_utf8', { field: 'body' })
  }
}

function decodeJson(text: string, exactly: JsonMeasure | undefined): unknown {
  try {
    return exactly ? parseExactly(text, exactly) : JSON.parse(text)
  } catch {
    throw new InvalidInput('field.not_json', { field: 'body' })
  }
}

/** Keeps the original text of some objects, because parsing loses long numbers and odd names. */
function keepTexts(value: Record<string, unknown>, text: string, kept: readonly string[]): object {
  for (const name of kept) {
    const part = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof part === 'object' && part !== null && !Array.isArray(part)) value[name] = memberText(text, name)
  }
  return value
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType)
}

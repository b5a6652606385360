import type { z } from 'zod'
import { InvalidInput } from '../errors.ts'

/** Validates a part of the request. The refusal names the first wrong field. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  const parsed = schema.safeParse(value, { error: plainWords })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.')
  const message = issue?.code === 'unrecognized_keys' ? 'is not an attribute that can be set here' : issue?.message
  throw new InvalidInput(`${field || part}: ${message}`)
}

/** Messages for people, where the schema has none of its own. */
function plainWords({ code, input, expected }: z.core.$ZodRawIssue): string | undefined {
  if (code === 'invalid_format') return 'is not written as it should be'
  if (code !== 'invalid_type') return undefined
  return input === undefined ? 'is missing' : WANTED[String(expected)]
}

const WANTED: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be a JSON object',
  record: 'must be a JSON object',
}

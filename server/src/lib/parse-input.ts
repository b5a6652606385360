import { refusalOf } from '@aliquot/contract/refusals/schema'
import type { z } from 'zod'
import { InvalidInput } from '../errors.ts'

/** Validates a part of the request. The refusal names the first wrong field. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  // The reported input tells a missing field from one of a wrong type.
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new InvalidInput(refusalOf(parsed.error.issues[0], part))
}

import { z } from 'zod'
import { MAX_ID } from './common.ts'
import { type FieldProblem, problem } from './refusals/problem.ts'
import { issueWith } from './refusals/schema.ts'

const MOST_NUMBERS = 1000

/** `3,5,8`. An empty parameter is an absent one. */
export const Numbers = z
  .string()
  .optional()
  .transform((text, check) => readNumbers(text, (problem) => check.addIssue(issueWith(problem))))
  .meta({ type: 'string', description: 'Numbers, comma separated' })

export function readNumbers(text: string | undefined, refuse: (found: FieldProblem) => void): number[] | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const parts = text.split(',').map((part) => part.trim())
  const wrong = parts.find((part) => !/^\d{1,10}$/.test(part) || Number(part) > MAX_ID)
  if (wrong !== undefined) refuse(problem('field.not_number_here', { given: wrong.slice(0, 20) }))
  if (parts.length > MOST_NUMBERS)
    refuse(problem('field.too_many_numbers', { most: MOST_NUMBERS, given: parts.length }))
  return [...new Set(parts.map(Number))]
}

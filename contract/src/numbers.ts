import { z } from 'zod'
import { MAX_ID } from './common.ts'

const MOST_NUMBERS = 1000

/** `3,5,8`. An empty parameter is an absent one. */
export const Numbers = z
  .string()
  .optional()
  .transform((text, check) => readNumbers(text, (message) => check.addIssue(message)))
  .meta({ type: 'string', description: 'Numbers, comma separated' })

export function readNumbers(text: string | undefined, refuse: (message: string) => void): number[] | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const parts = text.split(',').map((part) => part.trim())
  const wrong = parts.find((part) => !/^\d{1,10}$/.test(part) || Number(part) > MAX_ID)
  if (wrong !== undefined) refuse(`"${wrong.slice(0, 20)}" is not a number that can stand here`)
  if (parts.length > MOST_NUMBERS) refuse(`must have at most ${MOST_NUMBERS} numbers, not ${parts.length}`)
  return [...new Set(parts.map(Number))]
}

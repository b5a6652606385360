import { InvalidInput } from '../../errors.ts'
import { parseDate } from '../../lib/dates.ts'

export function requireDate(text: string): string {
  const date = parseDate(text.trim())
  if (date === undefined) throw new InvalidInput('date: must be a date, YYYY-MM-DD')
  return date
}

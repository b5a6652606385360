import { pickSome, type Random } from './random.ts'

const KEYS = 100
const TYPES = ['number', 'text', 'select', 'date'] as const

interface Field {
  name: string
  type: (typeof TYPES)[number]
}

const FIELDS: readonly Field[] = Array.from({ length: KEYS }, (_, number) => ({
  name: `Field ${number}`,
  type: TYPES[number % TYPES.length] ?? 'text',
}))

/** The extra fields of an entry, with values; most entries have none. */
export function metadataOf(pick: Random): object | undefined {
  if (pick() < 0.6) return undefined
  const fields = pickSome(pick, FIELDS, 6)
  if (fields.length === 0) return undefined
  return { extra_fields: Object.fromEntries(fields.map((field) => [field.name, definitionOf(field, pick)])) }
}

const OPTIONS = ['wild type', 'knock-out', 'knock-in', 'unknown']

function definitionOf({ type }: Field, pick: Random): object {
  switch (type) {
    case 'number':
      return { type, value: (1000 * pick()).toFixed(1), unit: 'mg', units: ['mg', 'g'] }
    case 'select':
      return { type, value: OPTIONS[Math.floor(OPTIONS.length * pick())], options: OPTIONS }
    case 'date':
      return { type, value: `2024-${String(1 + Math.floor(12 * pick())).padStart(2, '0')}-15` }
    default:
      return { type, value: `batch ${Math.floor(5000 * pick() ** 2)}` }
  }
}

import type { EntryPatch } from '../entry/entry.queries.ts'

/** Fields that mean something together only; the first gives the name. */
const TOGETHER = [
  ['body', 'content_type'],
  ['canread', 'canread_base'],
  ['canwrite', 'canwrite_base'],
]

/** A change in parts that can be refused each by itself, with the name of each. */
export function separateFields(change: EntryPatch): [name: string, change: EntryPatch][] {
  const parts = new Map<string, Record<string, unknown>>()
  for (const [field, value] of Object.entries(change ?? {})) {
    const name = TOGETHER.find((fields) => fields.includes(field))?.[0] ?? field
    parts.set(name, { ...parts.get(name), [field]: value })
  }
  return [...parts].map(([name, fields]) => [name, fields as EntryPatch])
}

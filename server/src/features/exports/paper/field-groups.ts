import type { Fact } from '../../../media/paper/sheet.ts'

interface Field {
  name: string
  value: string
  group: number | undefined
  position: number
}

/** The extra fields of an entry in their groups, those without one first. Empty fields are there too: they were asked. */
export function fieldGroups(metadata: unknown): { title: string; facts: Fact[] }[] {
  const groups = groupsOf(metadata)
  const known = new Set(groups.map(({ id }) => id))
  const fields = fieldsOf(metadata).sort((a, b) => a.position - b.position)
  const byGroup = Map.groupBy(fields, ({ group }) => (group !== undefined && known.has(group) ? group : undefined))
  return [{ id: undefined, name: '' }, ...groups].flatMap(({ id, name }) => {
    const facts = byGroup.get(id)?.map(({ name, value }) => ({ name, value, href: linkOf(value) }))
    return facts ? [{ title: name, facts }] : []
  })
}

/** `Batch: B-17` for each of these fields that has a value, in this order. */
export function fieldLines(metadata: unknown, names: readonly string[]): string[] {
  const values = new Map(fieldsOf(metadata).map(({ name, value }) => [name, value]))
  return names.flatMap((name) => (values.get(name) ? `${name}: ${values.get(name)}` : []))
}

function groupsOf(metadata: unknown): { id: number; name: string }[] {
  const { elabftw } = objectOf(metadata)
  const { extra_fields_groups: groups } = objectOf(elabftw)
  if (!Array.isArray(groups)) return []
  return groups.flatMap((group) => {
    const { id, name } = objectOf(group)
    return Number.isInteger(Number(id)) ? [{ id: Number(id), name: typeof name === 'string' ? name : '' }] : []
  })
}

function fieldsOf(metadata: unknown): Field[] {
  const { extra_fields: fields } = objectOf(metadata)
  return Object.entries(objectOf(fields)).map(([name, definition]) => {
    const { value, unit, type, group_id, position } = objectOf(definition)
    const shown = type === 'checkbox' ? boxOf(value) : wordsOf(value)
    const group = group_id === undefined || group_id === null || group_id === '' ? undefined : Number(group_id)
    return {
      name,
      value: shown !== '' && typeof unit === 'string' && unit !== '' ? `${shown} ${unit}` : shown,
      group,
      position: Number(position ?? 0) || 0,
    }
  })
}

function boxOf(value: unknown): string {
  return value === 'on' || value === true || value === 1 || value === '1' ? '☑' : '☐'
}

function wordsOf(value: unknown): string {
  return [value ?? '']
    .flat()
    .map((one) => (typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one ?? '')))
    .join(', ')
}

function linkOf(value: string): string | undefined {
  return /^https?:\/\/\S+$/i.test(value) && URL.canParse(value) ? value : undefined
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

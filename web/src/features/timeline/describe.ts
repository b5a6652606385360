import type { TimelineChange, TimelineItem } from '@aliquot/contract/timeline'
import { calendarDay } from '../entry-list/calendar-day.ts'
import type { TimelineTexts } from './timeline.text.ts'

/** What somebody did, to be read after their name. */
export function describeItem(item: TimelineItem, text: TimelineTexts): string {
  const part = text.parts[item.subject]
  if (part) return part[item.verb] ?? text.changed(item.subject)
  if (item.verb === 'created') return text.created
  const state = item.changes.find(({ field }) => field === 'state')
  if (state) return describeState(state, text)
  const locked = item.changes.find(({ field }) => field === 'locked')
  if (locked) return locked.after === 1 ? text.lockedIt : text.unlockedIt
  const fields = new Set(item.changes.map(({ field }) => text.fields[field] ?? field))
  return text.changed([...fields].join(', '))
}

function describeState({ before, after }: TimelineChange, text: TimelineTexts): string {
  if (after === 3) return text.deletedIt
  if (after === 2) return text.archivedIt
  return before === 2 ? text.unarchivedIt : text.restoredIt
}

/** Fields whose values say something that the sentence does not. */
const SILENT = new Set(['state', 'locked', 'access_key', 'created_from_type', 'created_from_id'])

/** Of what belongs to an entry: its words. The rest is in the sentence, or of no interest. */
const TELLING = new Set(['body', 'finished', 'deadline', 'real_name', 'comment'])

export function shownChanges(item: TimelineItem): TimelineChange[] {
  if (item.subject === 'entity' && item.verb === 'created') return []
  if (item.subject !== 'entity' && item.subject !== 'comment') {
    return item.changes.filter(({ field }) => TELLING.has(field))
  }
  return item.changes.filter(({ field }) => !SILENT.has(field))
}

/** A value as people read it. */
export function valueText(field: string, value: unknown, text: TimelineTexts, language: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.join(', ')
  if (field.endsWith('_base')) return text.levels[String(value)] ?? String(value)
  if (field === 'content_type') return text.formats[String(value)] ?? String(value)
  if (field === 'date') return calendarDay(String(value), language)
  if (field === 'rating') return value === 0 ? '' : text.stars(Number(value))
  if (field === 'metadata') return fieldsText(String(value))
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The numbers of the people in a permission. */
export function grantedPeople(permission: unknown): unknown[] {
  const { users } = parse(String(permission ?? '{}'))
  return Array.isArray(users) ? users : []
}

/** One line for each field: `Buffer: Tris`. */
function fieldsText(json: string): string {
  const { extra_fields: fields } = parse(json)
  if (typeof fields !== 'object' || fields === null) return json
  return Object.entries(fields as Record<string, { value?: unknown; unit?: unknown }>)
    .map(([name, field]) => `${name}: ${[field?.value, field?.unit].flat().filter(Boolean).join(' ')}`)
    .join('\n')
}

function parse(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    return {}
  }
}

import type { Entity } from '@aliquot/contract/entities'
import type { TimelineChange, TimelineItem } from '@aliquot/contract/timeline'
import { calendarDay } from '../../ui/time/calendar-day.ts'
import { exactTime } from '../../ui/time/time.ts'
import type { Line } from './group-items.ts'
import type { MomentMessages } from './moments.messages.ts'
import type { TimelineMessages } from './timeline.messages.ts'

/** What somebody did, once or several times. */
export function describeLine({ items }: Line, text: TimelineMessages): string {
  const [item] = items
  const many = text.manyParts[item.subject]?.[item.verb]
  if (items.length === 1 || !many) return describeItem(item, text)
  const finished = item.changes.find(({ field }) => field === 'finished')
  if (item.verb !== 'updated' || !finished) return many(items.length)
  return finished.after === 1 ? many(items.length) : text.reopenedSteps(items.length)
}

/** The names of the parts in a line, as far as they are known, in the order in which they came. */
export function namesIn(entry: Entity, { items }: Line): string[] {
  return items.toReversed().flatMap((item) => subjectName(entry, item) ?? nameThen(item) ?? [])
}

/** As it was called when it was added or deleted. */
function nameThen({ changes }: TimelineItem): string | undefined {
  const named = changes.find(({ field }) => field === 'real_name' || field === 'body')
  const name = named?.after ?? named?.before
  return typeof name === 'string' ? name : undefined
}

/** What somebody did, to be read after their name. */
export function describeItem(item: TimelineItem, text: TimelineMessages): string {
  if (item.subject === 'request') return describeRequest(item, text)
  const part = text.parts[item.subject]
  const finished = item.verb === 'updated' ? item.changes.find(({ field }) => field === 'finished') : undefined
  if (finished) return finished.after === 1 ? text.finishedStep : text.reopenedStep
  const ofFile = item.subject === 'upload' && item.verb === 'updated' ? describeFile(item, text) : undefined
  if (ofFile) return ofFile
  if (part) return part[item.verb] ?? text.changed(item.subject)
  if (item.verb === 'created') return text.created
  if (item.changes.some(({ field }) => field === 'restored')) return text.wentBack
  const state = item.changes.find(({ field }) => field === 'state')
  if (state) return describeState(state, text)
  const locked = item.changes.find(({ field }) => field === 'locked')
  if (locked) return locked.after === 1 ? text.lockedIt : text.unlockedIt
  const [only] = item.changes
  if (only?.field === 'access_key' && item.changes.length === 1) return describeLink(only, text)
  const fields = new Set(item.changes.map(({ field }) => text.fields[field] ?? field))
  return text.changed([...fields].join(', '))
}

/** True with a link, `files` with one that includes them. */
function describeLink({ before, after }: TimelineChange, text: TimelineMessages): string {
  if (!after) return text.endedLink
  if (after === 'files') return text.sharedFiles
  return before === 'files' ? text.hidFiles : text.sharedLink
}

function describeState({ before, after }: TimelineChange, text: TimelineMessages): string {
  if (after === 3) return text.deletedIt
  if (after === 2) return text.archivedIt
  return before === 2 ? text.unarchivedIt : text.restoredIt
}

function describeFile({ changes }: TimelineItem, text: TimelineMessages): string | undefined {
  const state = changes.find(({ field }) => field === 'state')
  if (state) return text.fileStates[String(state.after)]
  if (changes.some(({ field }) => field === 'real_name')) return text.renamedFile
  return changes.some(({ field }) => field === 'comment') ? text.describedFile : undefined
}

const DONE = 2

function describeRequest({ changes }: TimelineItem, text: TimelineMessages): string {
  const action = changes.find(({ field }) => field === 'action')
  if (action) return text.asked[String(action.after)] ?? text.askedSomething
  return changes.some(({ field, after }) => field === 'state' && after === DONE)
    ? text.didAsAsked
    : text.tookRequestBack
}

/** The name of a child of the entry, if it still exists. */
export function subjectName(entry: Entity, { subject, subject_id: id }: TimelineItem): string | undefined {
  if (subject === 'step') return entry.steps.find((step) => step.id === id)?.body
  if (subject === 'upload') return entry.uploads.find((upload) => upload.id === id)?.real_name
  if (subject !== 'link') return undefined
  return [...entry.experiments_links, ...entry.items_links].find((link) => link.entityid === id)?.title
}

/** Fields whose values add nothing to the sentence. */
const SILENT = new Set(['state', 'locked', 'access_key', 'restored', 'created_from_type', 'created_from_id'])

/** Fields of children that are worth showing. The rest is in the sentence, or of no interest. */
const TELLING = new Set(['body', 'deadline', 'real_name', 'comment'])

export function shownChanges(item: TimelineItem): TimelineChange[] {
  if (item.subject === 'entity' && item.verb === 'created') return []
  if (item.subject !== 'entity' && item.subject !== 'comment') {
    return item.changes.filter((change) => TELLING.has(change.field) && (change.is_long || !isNothing(change)))
  }
  return item.changes.filter(({ field }) => !SILENT.has(field))
}

/** An empty field of something new. */
function isNothing({ before, after }: TimelineChange): boolean {
  return !before && !after
}

/** A field as the caption of its values: “Status”, not “the status”. */
export function captionOf(field: string, text: TimelineMessages, moments: MomentMessages): string {
  const captions: Readonly<Record<string, string>> = moments.fields
  return captions[field] ?? { body: moments.text, userid: captions.fullname }[field] ?? text.fields[field] ?? field
}

/** The display text of a value. */
export function valueText(field: string, value: unknown, text: TimelineMessages, language: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.join(', ')
  if (field.endsWith('_base')) return text.levels[String(value)] ?? String(value)
  if (field === 'content_type') return text.formats[String(value)] ?? String(value)
  if (field === 'date') return calendarDay(String(value), language)
  if (field === 'deadline') return exactTime(new Date(String(value)), language)
  if (field === 'rating') return value === 0 ? '' : text.stars(Number(value))
  if (field === 'metadata') return fieldsText(String(value))
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The ids of people in a permission. */
export function grantedPeople(permission: unknown): unknown[] {
  const { users } = parse(String(permission ?? '{}'))
  return Array.isArray(users) ? users : []
}

/** One line per field: `Buffer: Tris`. */
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

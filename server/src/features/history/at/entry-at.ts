import type { Db, StepRow } from '../../../db/schema.ts'
import type { Json } from '../../../journal/changes.ts'
import type { EntitySet } from '../../entries/entries.change.ts'
import { settingNamesOf, settingsOf } from '../../entries/entries.settings.ts'
import type { StepThen } from '../../steps/steps.restore.ts'
import { valuesThen } from '../../timeline/value-then.ts'
import type { UploadThen } from '../../uploads/uploads.restore.ts'
import { type Part, partsThen } from './child-rows-at.ts'

/** All that a person may set of an entry, right after an event. */
export interface EntryThen {
  set: EntitySet
  body: string | null
  tags: string[]
  steps: StepThen[]
  /** The ids of linked entries. */
  links: Set<number>
  /** By id. */
  uploads: Map<number, UploadThen>
}

/** The past never changes, so this needs no transaction. */
export async function readEntryThen(db: Db, type: number, id: number, position: number): Promise<EntryThen> {
  const place = { chain: id, subject: 'entity', subjectId: id }
  const names = [...COLUMNS, ...settingNamesOf(type), 'body', 'tags']
  const values = Object.fromEntries(await valuesThen(db, place, names, position))
  const parts = await partsThen(db, id, position)
  const of = (subject: string) => parts.filter((part) => part.subject === subject)
  return {
    set: { ...columnsOf(values), ...settingsOf(type, values) },
    body: textOrNull(values.body),
    tags: Array.isArray(values.tags) ? values.tags.map(String) : [],
    steps: of('step').map(toStep),
    links: new Set(of('link').map((part) => part.id)),
    uploads: new Map(of('upload').map((part) => [part.id, toUpload(part)])),
  }
}

/** Without derived columns and those that have their own actions: owner, lock, state, public link. */
const COLUMNS = [
  ...['title', 'date', 'rating', 'content_type', 'hide_main_text', 'metadata', 'category', 'status', 'custom_id'],
  ...['canread', 'canread_base', 'canread_is_immutable', 'canwrite', 'canwrite_base', 'canwrite_is_immutable'],
]

/** Columns that the journal does not mention were null. */
function columnsOf(values: Readonly<Record<string, Json | undefined>>): EntitySet {
  return Object.fromEntries(COLUMNS.map((name) => [name, values[name] ?? null]))
}

/** The journal records all columns of a step. */
function toStep({ id, values }: Part): StepThen {
  const { body, ordering, finished, finished_time, deadline, deadline_notif, is_immutable } =
    values as unknown as StepRow
  return { id, body, ordering, finished, finished_time, deadline, deadline_notif, is_immutable }
}

/** A file deleted together with its entry has the state from before. */
function toUpload({ values }: Part): UploadThen {
  return {
    real_name: String(values.real_name),
    comment: textOrNull(values.comment),
    state: Number(values.parked_state ?? values.state),
  }
}

function textOrNull(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : String(value)
}

import type { Db, StepRow } from '../../../db/schema.ts'
import type { Json } from '../../../journal/changes.ts'
import type { EntitySet } from '../../entries/entries.change.ts'
import { settingNamesOf, settingsOf } from '../../entries/entries.settings.ts'
import type { StepThen } from '../../steps/steps.restore.ts'
import { valuesThen } from '../../timeline/value-then.ts'
import type { UploadThen } from '../../uploads/uploads.restore.ts'
import { type Part, partsThen } from './child-rows-at.ts'

/** All that a person may set of an entry, as it was right after an event. */
export interface EntryThen {
  set: EntitySet
  body: string | null
  tags: string[]
  steps: StepThen[]
  /** Ids of the entries that it pointed to. */
  links: Set<number>
  /** By their ids. */
  uploads: Map<number, UploadThen>
}

/** The past stays as it is, so this needs no transaction. */
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

/** What follows from something else, or is not set like a field, is not among them: owner, lock, state, share link. */
const COLUMNS = [
  ...['title', 'date', 'rating', 'content_type', 'hide_main_text', 'metadata', 'category', 'status', 'custom_id'],
  ...['canread', 'canread_base', 'canread_is_immutable', 'canwrite', 'canwrite_base', 'canwrite_is_immutable'],
]

/** What the journal does not tell of an entry was null. */
function columnsOf(values: Readonly<Record<string, Json | undefined>>): EntitySet {
  return Object.fromEntries(COLUMNS.map((name) => [name, values[name] ?? null]))
}

/** What the journal tells of a step are its columns. */
function toStep({ id, values }: Part): StepThen {
  const { body, ordering, finished, finished_time, deadline, deadline_notif, is_immutable } =
    values as unknown as StepRow
  return { id, body, ordering, finished, finished_time, deadline, deadline_notif, is_immutable }
}

/** A file that lay in the trash with its entry is what it was before. */
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

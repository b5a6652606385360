import type { Readable } from 'node:stream'
import type { EntityType } from '@aliquot/contract/common'

/**
 * What an import reads, whatever it was written by: archives, tables and other servers all become this, and one writer
 * makes entries of it. A source invents nothing: what it does not know is null or empty, and what it did not understand
 * is a note.
 */
export interface IncomingEntry {
  /** Of a table the row, as a spreadsheet counts. */
  row?: number
  /** Its name within the source. Links of other entries refer to it. */
  key: string
  /** Null if the source does not tell; the importer then chooses. */
  type: EntityType | null
  title: string
  text: string
  contentType: 'html' | 'markdown'
  /** `YYYY-MM-DD` */
  date: string | null
  /** Instants, ISO 8601 with `Z`. */
  createdAt: string | null
  modifiedAt: string | null
  elabid: string | null
  customId: number | null
  state: 'normal' | 'archived' | 'deleted'
  isLocked: boolean
  rating: number | null
  category: IncomingLabel | null
  status: IncomingLabel | null
  tags: readonly string[]
  /** The whole metadata as JSON text, with all numbers as they were written. `fields` then repeat it and do not count. */
  metadata: string | null
  fields: readonly IncomingField[]
  steps: readonly IncomingStep[]
  comments: readonly IncomingComment[]
  /** In the order in which they were added. */
  files: readonly IncomingFile[]
  /** Keys of entries that this one links to. */
  links: readonly string[]
  /** Addresses that texts of the source use for this entry, to be rewritten. */
  addresses: readonly string[]
  author: IncomingPerson | null
  /** The others who wrote it, if it has several authors. */
  coauthors?: readonly IncomingPerson[]
  /** The key of the entry that it was made from. */
  basedOn?: string | null
  /** Base levels of who may read and write it, as the API numbers them. Only our own archives tell. */
  canread?: number | null
  canwrite?: number | null
  /** Settings of resources and templates by their names in the API, as JSON text. Only our own archives tell. */
  settings?: string | null
  /** Nobody but admins changes these levels. Only our own archives tell. */
  isReadFixed?: boolean
  isWriteFixed?: boolean
  /** What it does not name is not there: an archive of our own. */
  isWhole?: boolean
  /** People to whom fields point, by their numbers in the source. */
  people?: ReadonlyMap<number, IncomingPerson>
  /** The page hides the main text. */
  isTextHidden?: boolean
  lockedAt?: string | null
  lockedBy?: IncomingPerson | null
  /** The record as the source had it, for people: kept as an archived file of the entry. */
  record: IncomingRecord | null
  notes: readonly ImportNote[]
}

export interface IncomingLabel {
  title: string
  /** Six hexadecimal digits. */
  color: string | null
}

export interface IncomingField {
  name: string
  /** A type of our extra fields. */
  type: string
  value: string | readonly string[]
  unit: string | null
  description: string | null
  /** Name of its group. */
  group?: string | null
  /** All choices of a field that has them. Absent: its value is the only one. */
  options?: readonly string[]
}

export interface IncomingStep {
  text: string
  isFinished: boolean
  finishedAt: string | null
  deadline: string | null
  /** Its owner wants to be reminded of the deadline. */
  isReminder?: boolean
  isImmutable?: boolean
}

export interface IncomingComment {
  text: string
  at: string | null
  author: IncomingPerson | null
  modifiedAt?: string | null
  /** The system wrote it. */
  isImmutable?: boolean
}

export interface IncomingFile {
  name: string
  description: string | null
  isArchived: boolean
  size: number | null
  /** As the source claims it. */
  sha256: string | null
  /** Names by which texts of the source refer to it. */
  aliases: readonly string[]
  /** Its name within the source, for `replaces` of other files of the entry. */
  key?: string
  /** The number by which fields of the entry refer to it. */
  number?: number | null
  /** The key of the file whose place it has taken: its version before. */
  replaces?: string | null
  createdAt?: string | null
  author?: IncomingPerson | null
  /** The system made it. */
  isImmutable?: boolean
  /** May be called once. */
  open(): Promise<Readable>
}

export interface IncomingPerson {
  name: string
  email: string | null
  orcid: string | null
}

export interface IncomingRecord {
  name: string
  text: string
}

/** What did not come in as it was, for the preview and the report. */
export interface ImportNote {
  /** One of the codes of `contract/src/imports.ts`. */
  code: string
  /** What it is about, in words of the source: a file, a property. */
  about: string
  /** The row of a table. */
  row?: number | undefined
}

import { createHash } from 'node:crypto'
import type { EntityType } from '@aliquot/contract/common'
import { type NewEntity, newEntityOf } from '@aliquot/contract/entity-input'
import type { ImportNoteCode } from '@aliquot/contract/imports'
import { COMMENT_LIMIT, isTooLong, NAME_LIMIT, STEP_LIMIT, TITLE_LIMIT } from '@aliquot/contract/limits'
import { Refusal } from '../../errors.ts'
import { parseDate, today } from '../../lib/dates.ts'
import { parseInput } from '../../lib/parse-input.ts'
import { cleanTitle, cutUnits } from '../../lib/text.ts'
import { readJsonObject } from '../entries/entries.metadata.ts'
import { readOwnSettings, type Settings } from '../entries/entries.settings.ts'
import { type EntityKind, isTemplate, kindOf } from '../entries/entries.types.ts'
import type { EarlierStep } from '../steps/steps.set.ts'
import { type PendingField, readFields } from './imports.fields.ts'
import { note, storable } from './imports.notes.ts'
import type { ImportOptions } from './imports.options.ts'
import type { ImportNote, IncomingEntry, IncomingLabel, IncomingPerson } from './incoming.ts'

/** An entry of a source as it can be stored, without what only the notebook knows. */
export interface PreparedEntry {
  kind: EntityKind
  title: string
  /** As the source has it: not cleaned yet. */
  text: string
  isHtml: boolean
  date: string | null
  createdAt: string | null
  modifiedAt: string | null
  elabid: string | null
  customId: number | null
  rating: number
  category: IncomingLabel | null
  status: IncomingLabel | null
  tags: string[]
  author: IncomingPerson | null
  /** All authors, under the address of the first. */
  authors: IncomingPerson | null
  metadata: string | null
  pending: PendingField[]
  steps: EarlierStep[]
  /** Settings of its type. */
  settings: Partial<Settings>
  comments: PreparedComment[]
  /** When it was locked in the source, and by whom. */
  lockedAt: string | null
  lockedBy: string | null
  /** SHA-256 of all that the source says of it. */
  contentHash: string
  notes: ImportNote[]
}

interface PreparedComment {
  text: string
  at: string | null
  modifiedAt: string | null
  author: IncomingPerson | null
  isImmutable: boolean
}

const MOST_TITLE_UNITS = 8000
const MOST_STEPS = 10_000
const MAX_INT = 2_147_483_647

export function prepareEntry(entry: IncomingEntry, options: ImportOptions, zone: string): PreparedEntry {
  const kind = kindOf(typeOf(entry, options))
  const notes: ImportNote[] = entry.notes.map(({ code, about, row }) => ({
    ...note(code as ImportNoteCode, about),
    row,
  }))
  const check = <T>(value: T | undefined, problem: () => ImportNote): T | null => {
    if (value !== undefined) return value
    notes.push(problem())
    return null
  }
  const instant = (text: string | null) =>
    text === null ? null : check(readInstant(text), () => note('bad_time', text))
  const whole = entry.title.trim()
  // Counting signs takes long, and a lot of memory.
  const given = storable(cutUnits(whole, MOST_TITLE_UNITS)).trim()
  if (given === '') notes.push(note('no_title'))
  if (whole.length > MOST_TITLE_UNITS || isTooLong(given, TITLE_LIMIT)) notes.push(note('long_title', given))
  const { metadata, pending, notes: ofFields } = readFields(entry)
  notes.push(...ofFields)
  const createdAt = instant(entry.createdAt)
  const date = entry.date === null ? null : check(parseDate(entry.date), () => note('bad_date', entry.date ?? ''))
  const rating = check(readRating(entry.rating), () => note('bad_rating', String(entry.rating)))
  const customId = check(readNumber(entry.customId), () => note('no_number', String(entry.customId)))
  return {
    kind,
    title: given === '' ? kind.untitled : cleanTitle(given),
    text: storable(entry.text),
    isHtml: entry.contentType === 'html',
    // Templates have a date only if the source gives one.
    date: date ?? (createdAt === null || isTemplate(kind) ? null : today(createdAt, zone)),
    createdAt,
    modifiedAt: instant(entry.modifiedAt),
    elabid: isTemplate(kind) ? null : readElabid(entry.elabid),
    customId,
    rating: rating ?? 0,
    category: readLabel(entry.category),
    status: readLabel(entry.status),
    tags: readTags(entry, notes),
    ...readAuthors(entry, notes),
    metadata,
    pending,
    settings: readSettings(kind, entry, notes),
    steps: readSteps(entry, notes, instant),
    comments: readComments(entry, notes, instant),
    lockedAt: entry.isLocked ? instant(entry.lockedAt ?? null) : null,
    lockedBy: entry.isLocked ? (readPerson(entry.lockedBy ?? null, notes)?.name ?? null) : null,
    contentHash: contentHash(kind.type, entry),
    notes,
  }
}

/** What the source does not tell becomes a resource, as in eLabFTW. */
function typeOf({ type }: IncomingEntry, { entity_type }: ImportOptions): EntityType {
  return entity_type ?? type ?? 'items'
}

/** As stored; undefined if it is none. */
export function readInstant(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) || time < FIRST_TIME || time > LAST_TIME ? undefined : new Date(time).toISOString()
}

const FIRST_TIME = Date.parse('1000-01-01T00:00:00Z')
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

function readRating(rating: number | null): number | undefined {
  if (rating === null) return 0
  return Number.isInteger(rating) && rating >= 0 && rating <= 5 ? rating : undefined
}

function readNumber(number: number | null): number | null | undefined {
  if (number === null) return null
  return Number.isInteger(number) && number > 0 && number <= MAX_INT ? number : undefined
}

/** In one word, as ours are. Others would be none that anybody could type. */
function readElabid(elabid: string | null): string | null {
  return elabid !== null && /^[\w.:-]{1,200}$/.test(elabid) ? elabid : null
}

/** One unit more than names can have, so that longer ones are still none that can be added. */
function readLabel(label: IncomingLabel | null): IncomingLabel | null {
  return label && { ...label, title: cutUnits(storable(label.title).trim(), NAME_LIMIT.most + 1) }
}

/** An entry can have 1000. Some are the same, and some cannot be tags. */
const MOST_TAGS = 3000
/** Far more than a tag can have, so that longer ones are still none. */
const MOST_TAG_UNITS = 1000

function readTags({ tags }: IncomingEntry, notes: ImportNote[]): string[] {
  if (tags.length > MOST_TAGS) notes.push(note('many_tags', String(tags.length)))
  return tags.slice(0, MOST_TAGS).map((tag) => storable(cutUnits(tag.trim(), MOST_TAG_UNITS)))
}

const MOST_PERSON_UNITS = 500
const MOST_EMAIL_UNITS = 320
const MOST_ORCID_UNITS = 40
const MOST_AUTHORS_UNITS = 5000

/** What is too long is cut if it is a name, and left out if it would then mean somebody else. */
export function readPerson(person: IncomingPerson | null, notes: ImportNote[]): IncomingPerson | null {
  if (!person) return null
  const cut = (text: string | null, most: number) => {
    if (text === null || text.length <= most) return text && storable(text)
    notes.push(note('only_in_record', text))
    return null
  }
  const name = person.name.trim()
  if (name.length > MOST_PERSON_UNITS) notes.push(note('only_in_record', name))
  return {
    name: storable(cutUnits(name, MOST_PERSON_UNITS)),
    email: cut(person.email, MOST_EMAIL_UNITS),
    orcid: cut(person.orcid, MOST_ORCID_UNITS),
  }
}

function readAuthors(
  { author: first, coauthors = [] }: IncomingEntry,
  notes: ImportNote[],
): Pick<PreparedEntry, 'author' | 'authors'> {
  const author = readPerson(first, notes)
  const others = coauthors.flatMap((person) => readPerson(person, notes) ?? [])
  if (!author || others.length === 0) return { author, authors: author ?? others[0] ?? null }
  const names = [author, ...others].map(({ name, email }) => name || email).join(', ')
  if (names.length > MOST_AUTHORS_UNITS) notes.push(note('only_in_record', names))
  return { author, authors: { ...author, name: cutUnits(names, MOST_AUTHORS_UNITS) } }
}

type ReadInstant = (text: string | null) => string | null

function readSteps({ steps }: IncomingEntry, notes: ImportNote[], instant: ReadInstant): EarlierStep[] {
  const read: EarlierStep[] = []
  for (const { text, isFinished, finishedAt, deadline, isReminder = false, isImmutable = false } of steps) {
    const body = cutUnits(storable(text).trim(), STEP_LIMIT.most)
    if (body === '') notes.push(note('bad_step'))
    else if (read.length === MOST_STEPS) {
      notes.push(note('many_steps', String(steps.length)))
      break
    } else {
      const until = instant(deadline)
      read.push({
        ...{ body, finished: isFinished ? 1 : 0, finished_time: instant(finishedAt), deadline: until },
        ...{ deadline_notif: isReminder && until !== null ? 1 : 0, is_immutable: isImmutable ? 1 : 0 },
      })
    }
  }
  return read
}

function readComments({ comments }: IncomingEntry, notes: ImportNote[], instant: ReadInstant): PreparedComment[] {
  return comments.flatMap(({ text, at, modifiedAt = null, author, isImmutable = false }) => {
    const comment = storable(text)
    if (comment.trim() !== '' && !isTooLong(comment, COMMENT_LIMIT)) {
      const by = readPerson(author, notes)
      return [{ text: comment, at: instant(at), modifiedAt: instant(modifiedAt), author: by, isImmutable }]
    }
    notes.push(note('bad_comment', cutUnits(comment, 60)))
    return []
  })
}

/** Without the lists of people and groups: their ids mean others here. */
const OF_PEOPLE = ['canbook', 'canread_target', 'canwrite_target'] as const

function readSettings(kind: EntityKind, { settings = null }: IncomingEntry, notes: ImportNote[]): Partial<Settings> {
  if (settings === null) return {}
  try {
    const given = Object.entries(readJsonObject('settings', storable(settings)) ?? {})
    const own = given.filter(([name]) => !OF_PEOPLE.some((list) => list === name))
    return readOwnSettings(kind, parseInput(newEntityOf(kind.type), Object.fromEntries(own), 'settings') as NewEntity, {
      complete: false,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    notes.push(note('settings_left', error.message))
    return {}
  }
}

/** Of the words of the source, before anything becomes ours. Its permanent id is not part of it. */
function contentHash(type: EntityType, entry: IncomingEntry): string {
  const { title, text, date, metadata, tags, steps, comments, files, category, status } = entry
  // The choices of a field are those of its whole table, which may have grown.
  const fields = entry.fields.map(({ options: _, ...field }) => field)
  const parts = [
    ...[type, title, date, metadata, metadata === null ? fields : null, tags, steps],
    ...[comments.map((comment) => [comment.text, comment.at]), category?.title, status?.title],
    files.map(({ name, size, sha256, description }) => [name, size, sha256, description]),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).update('\0').update(text).digest('hex')
}

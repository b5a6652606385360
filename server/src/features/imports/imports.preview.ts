import type { EntityType } from '@aliquot/contract/common'
import type { ImportNextEntry, ImportPerson, ImportPreview } from '@aliquot/contract/imports'
import { htmlToText } from '../../lib/html.ts'
import { cutUnits } from '../../lib/text.ts'
import { Turns } from '../../lib/turns.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { findLabelByTitle, mayAddLabel } from '../labels/labels.provide.ts'
import { missingNames, usableNames } from '../tags/tags.set.ts'
import { type Duplicate, findDuplicate } from './imports.duplicates.ts'
import { accountOf } from './imports.importer.ts'
import { LABELS_OF } from './imports.labels.ts'
import { messageOf, note } from './imports.notes.ts'
import { requireLevels } from './imports.options.ts'
import { type PreparedEntry, prepareEntry } from './imports.prepare.ts'
import * as repo from './imports.repo.ts'
import { type Run, Stopped } from './imports.run.ts'
import type { ImportNote, IncomingEntry, IncomingPerson } from './incoming.ts'
import type { Source } from './source.ts'

const MOST_FIRST = 20
/** Of a source that can be counted without reading each entry. */
const MOST_LOOKED = 1000
const MOST_VALUES = 60
const MOST_ROWS = 5
const MOST_PEOPLE = 200
const MOST_TAGS = 200
const MOST_KNOWN_TAGS = 10_000
const MOST_DUPLICATES = 100
const MOST_EXAMPLES = 5
const MOST_CODES = 100
const EXCERPT_UNITS = 240
const BETWEEN_NEWS_MS = 500

/** Reads a source without making anything, and tells what would come of it. */
export async function lookAhead(run: Run, source: Source): Promise<ImportPreview> {
  const { ctx, row, signal } = run
  await requireLevels(ctx.db.read, run.options)
  const looked = new Looked(run)
  const turns = new Turns()
  let told = performance.now()
  for await (const entry of source.entries()) {
    signal.throwIfAborted()
    if (source.countRows && looked.preview.entries === MOST_LOOKED) break
    await looked.add(entry)
    await turns.rest()
    if (performance.now() - told < BETWEEN_NEWS_MS) continue
    told = performance.now()
    const progress = { id: row.id, at: ctx.now(), done: looked.preview.entries, total: null }
    if ((await ctx.db.write((db) => repo.setProgress(db, progress))).length === 0) throw new Stopped()
    ctx.signals.tell(row.userid, 'jobs')
  }
  const { preview } = looked
  preview.looked = preview.entries
  preview.table = source.table ?? null
  if (source.countRows) countAll(preview, await source.countRows())
  return preview
}

/** All rows of a table become entries of the same type. */
function countAll(preview: ImportPreview, entries: number): void {
  preview.entries = entries
  for (const type of Object.keys(preview.types) as EntityType[])
    if (preview.types[type] > 0) preview.types[type] = entries
}

/** The preview, in bounded memory however many entries there are. */
class Looked {
  readonly #run: Run
  readonly #people = new Map<string, ImportPerson>()
  readonly #labels = new Set<string>()
  readonly #tags = new Set<string>()
  readonly preview: ImportPreview = {
    ...{ entries: 0, looked: 0, types: { experiments: 0, items: 0, experiments_templates: 0, items_types: 0 } },
    ...{ files: 0, bytes: 0, comments: 0, first: [] },
    ...{ new_categories: [], new_status: [], new_tags: [], new_tags_total: 0, people: [] },
    ...{ duplicates: [], duplicates_total: 0, notes: [], table: null },
  }

  constructor(run: Run) {
    this.#run = run
  }

  async add(entry: IncomingEntry): Promise<void> {
    const { ctx, options, actor, row } = this.#run
    const { preview } = this
    const prepared = prepareEntry(entry, options, ctx.config.TIMEZONE)
    const { type } = prepared.kind
    preview.entries++
    preview.types[type]++
    preview.files += entry.files.length
    preview.bytes += entry.files.reduce((sum, { size }) => sum + (size ?? 0), 0)
    preview.comments += prepared.comments.length
    const duplicate = await findDuplicate(ctx.db.read, actor, prepared, row.id)
    if (duplicate) this.#addDuplicate(prepared, duplicate)
    const tags = await usableNames(ctx.db.read, actor, actor.team, prepared.tags)
    const notes = [...prepared.notes, ...tags.left.map((tag) => note('no_tag', tag))]
    if (prepared.elabid !== null && (await repo.isTaken(ctx.db.read, { elabid: prepared.elabid })).length > 0) {
      notes.push(note('elabid_taken', prepared.elabid))
    }
    const isSkipped = duplicate !== undefined && options.duplicates === 'skip'
    if (!isSkipped) {
      await this.#addTags(tags.names)
      notes.push(...(await this.#addLabels(type, prepared)))
      await this.#addPerson(prepared.author, 'entries')
      for (const { author } of prepared.comments) await this.#addPerson(author, 'comments')
      for (const one of notes) this.#addNote(one, one.row ?? entry.row)
    }
    if (preview.first.length < MOST_FIRST) preview.first.push(nextEntry(entry, prepared, tags.names, notes, duplicate))
  }

  #addDuplicate({ title }: PreparedEntry, { by, entry }: Duplicate): void {
    const { preview } = this
    preview.duplicates_total++
    if (preview.duplicates.length < MOST_DUPLICATES) preview.duplicates.push({ title, by, entry: placeOf(entry) })
  }

  async #addTags(names: readonly string[]): Promise<void> {
    const { ctx, actor } = this.#run
    const fresh = names.filter((name) => !this.#tags.has(name))
    if (this.#tags.size < MOST_KNOWN_TAGS) for (const name of fresh) this.#tags.add(name)
    for (const name of await missingNames(ctx.db.read, actor.team, fresh)) {
      this.preview.new_tags_total++
      if (this.preview.new_tags.length < MOST_TAGS) this.preview.new_tags.push(name)
    }
  }

  /** Returns the notes about those that the team will not get. */
  async #addLabels(type: EntityType, { category, status }: PreparedEntry): Promise<ImportNote[]> {
    const { ctx, actor, options } = this.#run
    const { read } = ctx.db
    const notes: ImportNote[] = []
    const wanted = [
      ['category', options.category === null ? category : null, this.preview.new_categories],
      ['status', status, this.preview.new_status],
    ] as const
    for (const [name, label, fresh] of wanted) {
      const title = label?.title ?? ''
      if (title === '') continue
      const collection = LABELS_OF[type][name]
      const key = `${collection} ${title}`
      if (this.#labels.has(key)) continue
      if ((await findLabelByTitle(read, collection, actor.team, title)) === undefined) {
        if (!(await mayAddLabel(read, actor, collection, actor.team, title))) {
          notes.push(note('no_label', title))
          continue
        }
        if (fresh.length < MOST_TAGS && !fresh.includes(title)) fresh.push(title)
      }
      if (this.#labels.size < MOST_KNOWN_TAGS) this.#labels.add(key)
    }
    return notes
  }

  async #addPerson(person: IncomingPerson | null, what: 'entries' | 'comments'): Promise<void> {
    if (!person || (!person.name && !person.email)) return
    const key = `${person.name} ${person.email} ${person.orcid}`
    let known = this.#people.get(key)
    if (!known) {
      if (this.#people.size === MOST_PEOPLE) return
      const { ctx, actor } = this.#run
      const account = await accountOf(ctx.db.read, actor, person)
      known = {
        ...{ ...person, entries: 0, comments: 0 },
        ...{ userid: account?.userid ?? null, fullname: account?.fullname ?? null },
      }
      this.#people.set(key, known)
      this.preview.people.push(known)
    }
    known[what]++
  }

  #addNote({ code, about }: ImportNote, row: number | undefined): void {
    let known = this.preview.notes.find((one) => one.code === code)
    if (!known) {
      if (this.preview.notes.length === MOST_CODES) return
      known = { code, message: messageOf(code), count: 0, examples: [], rows: [] }
      this.preview.notes.push(known)
    }
    known.count++
    if (row !== undefined && known.rows.length < MOST_ROWS && !known.rows.includes(row)) known.rows.push(row)
    if (about !== '' && known.examples.length < MOST_EXAMPLES && !known.examples.includes(about))
      known.examples.push(about)
  }
}

function nextEntry(
  entry: IncomingEntry,
  prepared: PreparedEntry,
  tags: readonly string[],
  notes: readonly ImportNote[],
  duplicate: Duplicate | undefined,
): ImportNextEntry {
  const { title, date, category, status, metadata, steps, comments, isHtml, text } = prepared
  const beginning = cutUnits(text, EXCERPT_UNITS * 20)
  const plain = isHtml ? htmlToText(beginning) : beginning
  return {
    ...{ type: prepared.kind.type, title, date },
    ...{ category: category?.title ?? null, status: status?.title ?? null, tags: tags.slice(0, 50) },
    author: prepared.author?.name || prepared.author?.email || null,
    excerpt: cutUnits(plain.replace(/\s+/g, ' ').trim(), EXCERPT_UNITS),
    ...{ rating: prepared.rating, custom_id: prepared.customId },
    ...fieldsIn(metadata),
    ...{ steps: steps.length, comments: comments.length, files: entry.files.length },
    notes: notes
      .slice(0, 20)
      .map(({ code, about, row }) => ({ code, message: messageOf(code), about, row: row ?? entry.row ?? null })),
    duplicate: duplicate ? placeOf(duplicate.entry) : null,
  }
}

/** How many extra fields there are, and the first of them. */
function fieldsIn(metadata: string | null): Pick<ImportNextEntry, 'fields' | 'field_values'> {
  if (metadata === null) return { fields: 0, field_values: [] }
  const { extra_fields, elabftw } = JSON.parse(metadata)
  if (!isObject(extra_fields)) return { fields: 0, field_values: [] }
  const fields = Object.entries(extra_fields)
  const groups: unknown = isObject(elabftw) ? elabftw.extra_fields_groups : undefined
  const groupOf = (id: unknown) => {
    const found = Array.isArray(groups) ? groups.find((group) => isObject(group) && group.id === id) : undefined
    return found === undefined ? null : String(found.name)
  }
  return {
    fields: fields.length,
    field_values: fields.slice(0, MOST_VALUES).map(([name, given]) => {
      const field = isObject(given) ? given : {}
      const { type = 'text', value = '', unit } = field
      const shown = [value].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
      return {
        ...{ name, type: String(type), value: cutUnits(shown.join(', '), EXCERPT_UNITS) },
        ...{ unit: typeof unit === 'string' && unit !== '' ? unit : null, group: groupOf(field.group_id) },
      }
    }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function placeOf({ id, type, title }: repo.Twin) {
  return { id, title, type: typeOf(type) }
}

export function typeOf(number: number): EntityType {
  const types = Object.keys(TYPE_NUMBER) as EntityType[]
  return types.find((name) => TYPE_NUMBER[name] === number) ?? 'experiments'
}

import type { Entity } from '@aliquot/contract/entities'
import { withoutMentionLinks } from '@aliquot/contract/mention-text'
import type { Context } from '../../../context.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { wireTime } from '../../../lib/dates.ts'
import type { Badge, Fact, Section, Sheet, SheetFile } from '../../../media/paper/sheet.ts'
import { kindOf } from '../../entries/entries.types.ts'
import { plainLink } from '../../entries/record/address.ts'
import type { NamedFile } from '../exports.page.ts'
import { fieldGroups } from './field-groups.ts'
import type { Reader } from './reader.ts'
import type { PaperWords } from './words/english.ts'
import { sheetWords } from './words/languages.ts'

export interface SheetOptions {
  reader: Reader
  /** With its place beside or inside the document. */
  files: readonly NamedFile[]
  pictures: ReadonlyMap<string, Uint8Array>
  changelog: boolean
  /** 0, or 10 restricted to 40 top secret. */
  classification: string
  baseUrl: string
  /** What is inside the document besides the pages. */
  embedded: 'nothing' | 'record' | 'all'
}

/** What an entry says on paper, in the reader's language. */
export function sheetOf(ctx: Context, entry: Entity, options: SheetOptions): Sheet {
  const { reader, baseUrl } = options
  const { words, code } = reader.language
  // Without the share key: paper reaches people who were not meant to get lasting access.
  const address = plainLink(entry, kindOf(entry.type), baseUrl)
  const madeAt = ctx.now()
  const zone = ctx.config.TIMEZONE
  const made = words.by(reader.name, minutes(wireTime(madeAt, zone)) ?? '', zone)
  return {
    page: reader.page,
    language: code,
    title: entry.title,
    mark: entry.custom_id === null ? '' : String(entry.custom_id),
    author: reader.name,
    madeAt,
    classification: options.classification,
    badges: badgesOf(entry),
    facts: factsOf(entry, words),
    html: entry.body_html ?? '',
    baseUrl,
    sections: sectionsOf(entry, options),
    about: { title: words.about, address, facts: aboutFacts(entry, address, made, options) },
    foot: { id: entry.elabid ?? '', words: [entry.fullname, entry.date].filter(Boolean).join(' · '), address },
    words: sheetWords(reader.language),
    pictures: options.pictures,
  }
}

function badgesOf({ category_title, category_color, status_title, status_color }: Entity): Badge[] {
  const badges = [
    { text: category_title ?? '', color: category_color ?? '' },
    { text: status_title ?? '', color: status_color ?? '' },
  ]
  return badges.filter(({ text }) => text !== '')
}

type Pair = readonly [string, string | number | null | undefined, string?]

function known(pairs: readonly Pair[]): Fact[] {
  return pairs.flatMap(([name, value, href]) =>
    value === null || value === undefined || value === '' ? [] : [{ name, value: String(value), href }],
  )
}

function factsOf(entry: Entity, words: PaperWords): Fact[] {
  const orcid = entry.orcid ? ` (ORCID ${entry.orcid})` : ''
  return known([
    [words.date, entry.date],
    [words.author, `${entry.fullname}${orcid}`],
    [words.team, entry.team_name],
    [words.type, words.types[entry.type]],
    [words.tags, entry.tags_decoded.map(({ tag }) => tag).join(', ')],
    [words.rating, entry.rating ? '★'.repeat(entry.rating) : null],
    [words.created, minutes(entry.created_at)],
    [words.changed, minutes(entry.modified_at)],
    [words.locked, entry.locked === 1 && entry.locked_at ? words.lockedAt(minutes(entry.locked_at) ?? '') : null],
    [words.timestamped, entry.timestamped === 1 ? minutes(entry.timestamped_at) : null],
    [words.state, words.states[entry.state]],
  ])
}

/** `2026-03-02 09:15` */
function minutes(time: string | null): string | null {
  return time === null ? null : time.slice(0, 16)
}

function aboutFacts(entry: Entity, address: string, made: string, { reader, embedded }: SheetOptions): Fact[] {
  const { words } = reader.language
  const inside = { nothing: null, record: words.embeddedRecord, all: words.embeddedFiles }
  return known([
    [words.address, address, address],
    [words.id, entry.elabid],
    [words.number, entry.id],
    [words.locked, entry.locked === 1 ? minutes(entry.locked_at) : null],
    [words.timestamped, entry.timestamped === 1 ? minutes(entry.timestamped_at) : null],
    [words.signed, entry.signature_count > 0 ? minutes(entry.last_signed_at) : null],
    [words.embedded, inside[embedded]],
    [words.printed, made],
  ])
}

function sectionsOf(entry: Entity, options: SheetOptions): Section[] {
  const { words } = options.reader.language
  const { baseUrl } = options
  const groups = fieldGroups(entry.metadata_decoded)
  const fields = groups.reduce((sum, { facts }) => sum + facts.length, 0)
  const linked = [...entry.experiments_links, ...entry.items_links]
  const related = [...entry.related_experiments_links, ...entry.related_items_links]
  const showsFiles = options.reader.showsFiles || options.embedded !== 'nothing'
  const { files } = options
  const changes = options.changelog ? entry.changelog : []
  const all: { section: Section; count: number }[] = [
    { count: fields, section: { kind: 'facts', title: words.fields, groups: firstFields(groups) } },
    {
      count: entry.steps.length,
      section: { kind: 'steps', title: words.steps, steps: first(entry.steps).map(stepOf(words)) },
    },
    { count: linked.length, section: { kind: 'links', title: words.links, links: first(linked).map(linkTo(baseUrl)) } },
    {
      count: related.length,
      section: { kind: 'links', title: words.linkedFrom, links: first(related).map(linkTo(baseUrl)) },
    },
    {
      count: showsFiles ? files.length : 0,
      section: { kind: 'files', title: words.files, files: first(files).map(fileOf(words, options.pictures)) },
    },
    {
      count: entry.comments.length,
      section: { kind: 'said', title: words.comments, said: first(entry.comments).map(comment) },
    },
    { count: changes.length, section: { kind: 'said', title: words.changes, said: first(changes).map(change) } },
    {
      count: options.reader.isSigned ? 1 : 0,
      section: { kind: 'signature', title: words.signed, lines: [...words.signature] },
    },
  ]
  return all
    .filter(({ count }) => count > 0)
    .map(({ section, count }) =>
      count > MOST_OF_A_KIND ? { ...section, more: words.more(count - MOST_OF_A_KIND) } : section,
    )
}

/** More of one kind would take longer to set than there is time. */
const MOST_OF_A_KIND = 2000

function first<T>(list: readonly T[]): T[] {
  return list.slice(0, MOST_OF_A_KIND)
}

function firstFields<Group extends { facts: Fact[] }>(groups: readonly Group[]): Group[] {
  let room = MOST_OF_A_KIND
  return groups.flatMap((group) => {
    const facts = group.facts.slice(0, room)
    room -= facts.length
    return facts.length > 0 ? [{ ...group, facts }] : []
  })
}

function stepOf(words: PaperWords) {
  return ({ body, finished, finished_time, deadline }: Entity['steps'][number]) => {
    const isDone = finished === 1
    const told = [
      isDone && words.done(minutes(finished_time) ?? ''),
      deadline && words.deadline(minutes(deadline) ?? ''),
    ]
    return { isDone, text: body, told: told.filter(Boolean).join(' · ') }
  }
}

interface Linked {
  title: string
  page: string
  entityid: number
  category_title: string | null
}

function linkTo(baseUrl: string) {
  return ({ title, page, entityid, category_title }: Linked) => ({
    text: title,
    told: category_title ?? '',
    href: `${baseUrl}/${page}?mode=view&id=${entityid}`,
  })
}

function fileOf(words: PaperWords, pictures: ReadonlyMap<string, Uint8Array>) {
  return ({ isMissing, upload }: NamedFile): SheetFile => ({
    name: upload.real_name,
    told: [formatBytes(upload.filesize), minutes(upload.created_at), isMissing && words.missingFile]
      .filter(Boolean)
      .join(' · '),
    comment: upload.comment ?? '',
    hash: upload.hash ? `SHA-256 ${upload.hash}` : '',
    picture: pictures.has(upload.long_name) ? upload.long_name : undefined,
  })
}

function comment({ fullname, created_at, comment: text }: Entity['comments'][number]) {
  return { who: `${fullname}, ${minutes(created_at)}`, text: withoutMentionLinks(text) }
}

function change({ created_at, fullname, target, content }: Entity['changelog'][number]) {
  return { who: `${minutes(created_at)}, ${fullname}`, text: `${target}: ${content}` }
}

import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import { EntitySettings } from '@aliquot/contract/entity-settings'
import type { EntityRow, StepRow, UploadRow, UserRow } from '../../../db/schema.ts'
import { kindOf, MARKDOWN, STATE } from '../../entries/entries.types.ts'
import { plainLink } from '../../entries/record/address.ts'
import { type Node, type Reference, to, toAll } from './eln.graph.ts'
import { folderOf, GENRE } from './eln.names.ts'

// What each part of an entry becomes. docs/eln.md tells it to those who read archives.

export function personNode(person: Pick<UserRow, 'userid' | 'firstname' | 'lastname' | 'email' | 'orcid'>): Node {
  const { userid, firstname, lastname, email, orcid } = person
  return {
    '@id': `#person-${userid}`,
    '@type': 'Person',
    name: `${firstname} ${lastname}`.trim(),
    givenName: firstname,
    familyName: lastname,
    email: email || undefined,
    identifier: orcid ? `https://orcid.org/${orcid}` : undefined,
  }
}

export function labelNode(id: string, name: string | null, color: string | null): Node {
  return { '@id': id, '@type': 'Thing', name: name ?? '', color: color ?? undefined }
}

export function teamNode({ team, team_name }: Pick<Entity, 'team' | 'team_name'>): Node {
  return { '@id': `#team-${team}`, '@type': 'Organization', name: team_name }
}

interface CommentFacts {
  id: number
  comment: string
  created_at: string
  modified_at: string
  immutable: number
}

export function commentNode(comment: CommentFacts, author: Reference): Node {
  const { id, created_at, modified_at, immutable } = comment
  return {
    '@id': `#comment-${id}`,
    '@type': 'Comment',
    dateCreated: created_at,
    dateModified: modified_at === created_at ? undefined : modified_at,
    text: comment.comment,
    author,
    'aliquot:immutable': immutable === 1 || undefined,
  }
}

export function stepNodes(step: StepRow, position: number): [Node, Node] {
  const id = `#step-${step.id}`
  const text = `${id}-text`
  return [
    {
      '@id': id,
      '@type': 'HowToStep',
      position,
      creativeWorkStatus: step.finished === 1 ? 'finished' : 'unfinished',
      expires: step.deadline ?? undefined,
      temporal: step.finished_time ?? undefined,
      itemListElement: to(text),
      'aliquot:deadlineNotif': step.deadline_notif === 1 || undefined,
      'aliquot:immutable': step.is_immutable === 1 || undefined,
    },
    { '@id': text, '@type': 'HowToDirection', text: step.body },
  ]
}

/** What is in the archive in the place of a content that the storage has lost or altered. */
export interface Note {
  name: string
  size: number
  sha256: string
}

export interface FileFacts {
  id: string
  row: UploadRow
  mime: string
  author: Reference
  replaces: string | undefined
  note: Note | undefined
}

export function fileNode({ id, row, mime, author, replaces, note }: FileFacts): Node {
  return {
    '@id': id,
    '@type': 'File',
    name: note?.name ?? row.real_name,
    alternateName: row.long_name,
    description: row.comment || undefined,
    encodingFormat: note ? 'text/plain' : mime,
    contentSize: String(note?.size ?? row.filesize),
    sha256: note?.sha256 ?? row.hash,
    creativeWorkStatus: (row.parked_state ?? row.state) === STATE.archived ? 'Archived' : 'Normal',
    dateCreated: row.created_at,
    author,
    'aliquot:number': row.id,
    'aliquot:replaces': replaces === undefined ? undefined : to(replaces),
    'aliquot:immutable': row.immutable === 1 || undefined,
    ...(note && {
      'aliquot:insteadOf': row.real_name,
      'aliquot:lostSha256': row.hash,
      'aliquot:lostSize': String(row.filesize),
    }),
  }
}

export function historyNode(id: string, name: string, content: Pick<Note, 'size' | 'sha256'>): Node {
  return {
    '@id': id,
    '@type': 'File',
    name,
    description: 'Who changed what, the newest first',
    encodingFormat: 'text/plain',
    contentSize: String(content.size),
    sha256: content.sha256,
    creativeWorkStatus: 'Archived',
    'aliquot:immutable': true,
  }
}

/** An entry to which one in the archive links. */
export interface LinkedEntry {
  type: EntityType
  entityid: number
  title: string
  elabid: string | null
  custom_id: number | null
}

export function elsewhereNode(link: LinkedEntry, baseUrl: string): Node {
  return {
    '@id': elsewhere(link),
    '@type': 'CreativeWork',
    name: link.title,
    identifier: link.elabid ?? undefined,
    url: baseUrl ? plainLink({ id: link.entityid }, kindOf(link.type), baseUrl) : undefined,
    genre: GENRE[link.type],
    alternateName: link.custom_id ?? undefined,
  }
}

export function elsewhere({ entityid }: Pick<LinkedEntry, 'entityid'>): string {
  return `#entry-${entityid}`
}

/** An entry that was to be in the archive, to which others may refer, and that was closed or deleted meanwhile. */
export function absentNode(type: EntityType, id: number): Node {
  return { '@id': `./${folderOf(type, id)}`, '@type': 'Thing', name: 'An entry that could not be read any more' }
}

interface ExtraField {
  type?: unknown
  value?: unknown
  unit?: unknown
  description?: unknown
  position?: unknown
}

/** The metadata as they are, and a copy of each extra field for readers that do not know this notation. */
export function metadataNodes(id: number, metadata: string | null): Node[] {
  if (metadata === null) return []
  const whole: Node = {
    '@id': `#metadata-${id}`,
    '@type': 'PropertyValue',
    propertyID: 'elabftw_metadata',
    description: 'All metadata as JSON',
    value: metadata,
  }
  return [
    whole,
    ...fieldsOf(metadata).map(([name, field], index) => fieldNode(`#field-${id}-${index + 1}`, name, field)),
  ]
}

/** The numbers of the people to whom fields point. */
export function peopleInFields(metadata: string | null): number[] {
  if (metadata === null || !metadata.includes('"users"')) return []
  const values = fieldsOf(metadata).flatMap(([, { type, value }]) => (type === 'users' ? [value].flat() : []))
  const numbers = values.map(Number).filter((number) => Number.isSafeInteger(number) && number > 0)
  return [...new Set(numbers)].slice(0, MOST_PEOPLE)
}

const MOST_PEOPLE = 500

function fieldsOf(metadata: string): [string, ExtraField][] {
  const { extra_fields } = (JSON.parse(metadata) ?? {}) as { extra_fields?: unknown }
  if (typeof extra_fields !== 'object' || extra_fields === null) return []
  const known = Object.entries(extra_fields as Record<string, ExtraField | null>)
  const place = (field: ExtraField | null) => Number(field?.position ?? 0) || 0
  return known.toSorted(([, a], [, b]) => place(a) - place(b)).map(([name, field]) => [name, field ?? {}])
}

function fieldNode(id: string, name: string, { type, value, unit, description }: ExtraField): Node {
  return {
    '@id': id,
    '@type': 'PropertyValue',
    propertyID: name,
    valueReference: typeof type === 'string' ? type : undefined,
    value: plainValue(value),
    unitText: textOf(unit),
    description: textOf(description),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function plainValue(value: unknown): string | number | boolean | string[] {
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

export function ratingNode({ id, rating }: Pick<Entity, 'id' | 'rating'>): Node {
  return { '@id': `#rating-${id}`, '@type': 'AggregateRating', ratingValue: rating, reviewCount: 1 }
}

/** The ids of the nodes that belong to an entry, and those that it shares with others. */
export interface EntryParts {
  author: Reference
  team: Reference
  category: Reference | undefined
  status: Reference | undefined
  lockedBy: Reference | undefined
  fields: readonly string[]
  steps: readonly string[]
  comments: readonly string[]
  files: readonly string[]
  mentions: readonly string[]
  elsewhere: readonly string[]
  basedOn: string | undefined
  /** To whom fields point. */
  people: readonly string[]
  history: string
}

/** Instants come from the row: the record has only the seconds, in the zone of the instance. */
export function entryNode(entry: Entity, row: EntityRow, parts: EntryParts, baseUrl: string): Node {
  const kind = kindOf(entry.type)
  const tags = entry.tags_decoded.map(({ tag }) => tag)
  return {
    '@id': `./${folderOf(entry.type, entry.id)}`,
    '@type': 'Dataset',
    name: entry.title,
    genre: GENRE[entry.type],
    identifier: entry.elabid ?? undefined,
    alternateName: entry.custom_id ?? undefined,
    author: parts.author,
    sourceOrganization: parts.team,
    dateCreated: row.created_at,
    dateModified: row.modified_at,
    temporal: entry.date ?? undefined,
    url: baseUrl ? plainLink(entry, kind, baseUrl) : undefined,
    'aliquot:page': plainLink(entry, kind, '').slice(1),
    encodingFormat: entry.content_type === MARKDOWN ? 'text/markdown' : 'text/html',
    text: entry.body || undefined,
    about: parts.category,
    creativeWorkStatus: entry.status_title ?? undefined,
    'aliquot:status': parts.status,
    keywords: tags.length > 0 ? tags.map((tag) => tag.replaceAll(',', '-')).join(',') : undefined,
    'aliquot:tags': tags.length > 0 ? tags : undefined,
    status: STATE_WORDS[entry.state] ?? 'Normal',
    conditionsOfAccess: entry.locked === 1 ? 'Locked' : 'Unlocked',
    'aliquot:lockedAt': (entry.locked === 1 && row.locked_at) || undefined,
    'aliquot:lockedBy': parts.lockedBy,
    aggregateRating: entry.rating > 0 ? to(`#rating-${entry.id}`) : undefined,
    variableMeasured: toAll(parts.fields),
    step: toAll(parts.steps),
    comment: toAll(parts.comments),
    hasPart: toAll([...parts.files, parts.history]),
    mentions: toAll(parts.mentions),
    'aliquot:mentionsElsewhere': toAll(parts.elsewhere),
    isBasedOn: parts.basedOn === undefined ? undefined : to(parts.basedOn),
    'aliquot:history': to(parts.history),
    'aliquot:hideMainText': entry.hide_main_text === 1 || undefined,
    'aliquot:canread': entry.canread_base,
    'aliquot:canwrite': entry.canwrite_base,
    'aliquot:canreadIsFixed': entry.canread_is_immutable === 1 || undefined,
    'aliquot:canwriteIsFixed': entry.canwrite_is_immutable === 1 || undefined,
    'aliquot:people': toAll(parts.people),
    'aliquot:settings': settingsOf(entry),
  }
}

const STATE_WORDS: Readonly<Record<number, string>> = { 1: 'Normal', 2: 'Archived', 3: 'Deleted' }

/** They name people and teams of this instance, or a place in its list of templates. */
const LOCAL = new Set(['canbook', 'canread_target', 'canwrite_target', 'ordering'])

function settingsOf(entry: Entity): string | undefined {
  const names = Object.keys(EntitySettings.shape).filter((name) => name in entry && !LOCAL.has(name))
  if (names.length === 0) return undefined
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, entry[name as keyof Entity]])))
}

import type { EntityType } from '@aliquot/contract/common'
import { idIn, isRecord, isSet, type Json, numberIn, recordsIn, textIn } from './values.ts'

/** An entry as the other server tells of it. */
export interface TheirEntry {
  id: number
  type: EntityType
  title: string
  body: string
  isMarkdown: boolean
  hidesText: boolean
  date: string | null
  elabid: string | null
  customId: number | null
  rating: number
  state: number
  category: TheirLabel | null
  status: TheirLabel | null
  metadata: string | null
  owner: TheirPerson
  team: number
  teamName: string
  createdAt: string | null
  modifiedAt: string | null
  /** Lists of ids as JSON texts, and levels. */
  permissions: Record<string, string | number>
  canreadIsImmutable: boolean
  canwriteIsImmutable: boolean
  locked: { by: number | null; at: string | null } | null
  madeFrom: { type: number; id: number } | null
  tags: string[]
  steps: TheirStep[]
  comments: TheirComment[]
  links: { type: EntityType; id: number }[]
  /** What has no place here yet. */
  compounds: number
  containers: number
  isTimestamped: boolean
  signatures: number
  /** Numbers and prices of a resource, as they are. */
  settings: Json
  hosts: string[]
}

export interface TheirLabel {
  id: number
  title: string
  color: string | null
}

export interface TheirPerson {
  id: number
  name: string
  email: string | null
  orcid: string | null
}

export interface TheirStep {
  body: string
  isFinished: boolean
  finishedAt: string | null
  deadline: string | null
  remindsOf: boolean
  isImmutable: boolean
}

export interface TheirComment {
  id: number
  author: TheirPerson
  text: string
  /** Written by that server itself. */
  isImmutable: boolean
  createdAt: string | null
  modifiedAt: string | null
}

export interface TheirUpload {
  id: number
  name: string
  longName: string
  comment: string | null
  hash: string | null
  size: number | null
  state: number
  userid: number
  uploader: string
  createdAt: string | null
  replaces: number | null
  isImmutable: boolean
}

const PERMISSIONS = ['canread', 'canwrite', 'canbook', 'canread_target', 'canwrite_target'] as const

export function readEntry(record: Json, type: EntityType): TheirEntry {
  const permissions: Record<string, string | number> = {}
  for (const name of PERMISSIONS) {
    const lists = record[name]
    if (typeof lists === 'string') permissions[name] = lists
    else if (isRecord(lists)) permissions[name] = JSON.stringify(lists)
    const base = numberIn(record, `${name}_base`)
    if (base !== null) permissions[`${name}_base`] = base
  }
  const madeFromType = idIn(record, 'created_from_type')
  const madeFromId = idIn(record, 'created_from_id')
  return {
    id: idIn(record, 'id') ?? 0,
    type,
    title: textIn(record, 'title') ?? '',
    body: textIn(record, 'body') ?? '',
    isMarkdown: numberIn(record, 'content_type') === 2,
    hidesText: isSet(record, 'hide_main_text'),
    date: textIn(record, 'date'),
    elabid: textIn(record, 'elabid'),
    customId: idIn(record, 'custom_id'),
    rating: numberIn(record, 'rating') ?? 0,
    state: numberIn(record, 'state') ?? 1,
    category: labelIn(record, 'category'),
    status: labelIn(record, 'status'),
    metadata: metadataIn(record),
    owner: personIn(record),
    team: idIn(record, 'team') ?? 0,
    teamName: textIn(record, 'team_name') ?? '',
    createdAt: textIn(record, 'created_at'),
    modifiedAt: textIn(record, 'modified_at'),
    permissions,
    canreadIsImmutable: isSet(record, 'canread_is_immutable'),
    canwriteIsImmutable: isSet(record, 'canwrite_is_immutable'),
    locked: isSet(record, 'locked') ? { by: idIn(record, 'lockedby'), at: textIn(record, 'locked_at') } : null,
    madeFrom: madeFromType && madeFromId ? { type: madeFromType, id: madeFromId } : null,
    tags: tagsIn(record),
    steps: recordsIn(record.steps).sort(byOrdering).map(readStep),
    comments: recordsIn(record.comments).map(readComment),
    links: [...linksIn(record, 'experiments'), ...linksIn(record, 'items')],
    compounds: recordsIn(record.compounds_links).length,
    containers: recordsIn(record.containers).length,
    isTimestamped: isSet(record, 'timestamped'),
    signatures: numberIn(record, 'signature_count') ?? 0,
    settings: settingsIn(record),
    hosts: hostsIn(record),
  }
}

function labelIn(record: Json, name: 'category' | 'status'): TheirLabel | null {
  const id = idIn(record, name)
  return id === null
    ? null
    : { id, title: textIn(record, `${name}_title`) ?? '', color: textIn(record, `${name}_color`) }
}

function metadataIn(record: Json): string | null {
  const text = record.metadata
  if (typeof text === 'string') return text.trim() === '' ? null : text
  return isRecord(text) ? JSON.stringify(text) : null
}

function personIn(record: Json): TheirPerson {
  const name = textIn(record, 'fullname') ?? `${textIn(record, 'firstname') ?? ''} ${textIn(record, 'lastname') ?? ''}`
  return {
    id: idIn(record, 'userid') ?? 0,
    name: name.trim(),
    email: textIn(record, 'email'),
    orcid: textIn(record, 'orcid') || null,
  }
}

/** Old versions only have them joined. */
function tagsIn(record: Json): string[] {
  const decoded = recordsIn(record.tags_decoded)
  if (decoded.length > 0) return decoded.flatMap((tag) => textIn(tag, 'tag') ?? [])
  return (textIn(record, 'tags') ?? '').split('|').filter((tag) => tag !== '')
}

function byOrdering(a: Json, b: Json): number {
  return (numberIn(a, 'ordering') ?? 0) - (numberIn(b, 'ordering') ?? 0) || (idIn(a, 'id') ?? 0) - (idIn(b, 'id') ?? 0)
}

function readStep(record: Json): TheirStep {
  return {
    body: textIn(record, 'body') ?? '',
    isFinished: isSet(record, 'finished'),
    finishedAt: textIn(record, 'finished_time'),
    deadline: textIn(record, 'deadline'),
    remindsOf: isSet(record, 'deadline_notif'),
    isImmutable: isSet(record, 'is_immutable'),
  }
}

function readComment(record: Json): TheirComment {
  return {
    id: idIn(record, 'id') ?? 0,
    author: personIn(record),
    text: textIn(record, 'comment') ?? '',
    isImmutable: isSet(record, 'immutable'),
    createdAt: textIn(record, 'created_at'),
    modifiedAt: textIn(record, 'modified_at'),
  }
}

function linksIn(record: Json, type: 'experiments' | 'items'): { type: EntityType; id: number }[] {
  return recordsIn(record[`${type}_links`]).flatMap((link) => {
    const id = idIn(link, 'entityid')
    return id === null ? [] : { type, id }
  })
}

const SETTING = /^(is_bookable|available|book_\w+|booking_\w+|is_procurable|proc_\w+|ordering|color)$/
const HUMAN = /_human$/

function settingsIn(record: Json): Json {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => SETTING.test(name) && !HUMAN.test(name) && value !== null),
  )
}

/** The names under which that server knows itself. */
function hostsIn(record: Json): string[] {
  const link = textIn(record, 'sharelink')
  const host = link && /^https?:\/\/([^/?#]+)/i.exec(link)?.[1]?.toLowerCase()
  return host ? [host] : []
}

export function readUpload(record: Json): TheirUpload {
  return {
    id: idIn(record, 'id') ?? 0,
    name: textIn(record, 'real_name') ?? '',
    longName: textIn(record, 'long_name') ?? '',
    comment: textIn(record, 'comment'),
    hash: textIn(record, 'hash'),
    size: numberIn(record, 'filesize'),
    state: numberIn(record, 'state') ?? 1,
    userid: idIn(record, 'userid') ?? 0,
    uploader: textIn(record, 'fullname') ?? '',
    createdAt: textIn(record, 'created_at'),
    replaces: idIn(record, 'replaces'),
    isImmutable: isSet(record, 'immutable'),
  }
}

import {
  json,
  keyOf,
  LAB_TYPES,
  type Lab,
  type LabAnswer,
  type LabEntry,
  type LabReader,
  type LabType,
  type Row,
  refusal,
} from './lab.ts'

/** Columns that a list only has with `full=1`. */
const LONG = `access_key available body canbook canbook_base canread_target canread_target_base canwrite_target
  canwrite_target_base content_type created_from_id created_from_type elabid events_start events_start_itemid
  hide_main_text is_bookable is_procurable lastchangeby locked_at lockedby metadata ordering page timestamped_at
  type`.split(/\s+/)
const LINKS = ['experiments_links', 'items_links', 'compounds_links', 'containers']

export interface Asked {
  path: string
  query: URLSearchParams
  key: string | undefined
}

/** Answers as eLabFTW 5.6.12 does. `pageSize` is the length of a list that asks for none. */
export function play(lab: Lab, { path, query, key }: Asked, pageSize: number): LabAnswer {
  if (key === undefined) return refusal(401, 'No such key')
  const reader = lab.readers.get(key)
  if (!reader) return refusal(401, 'No such key')
  const [endpoint = '', id, part, partId] = path.replace(/^\/api\/v2\/+/, '').split('/')
  if (!LAB_TYPES.includes(endpoint as LabType)) return elsewhere(reader, path, query)
  const number = Number.parseInt(id ?? '', 10)
  // Words where a number belongs count as none.
  if (!(number > 0)) return list(lab, reader, endpoint as LabType, query, pageSize)
  const entry = lab.entries.get(keyOf(endpoint, number))
  if (!entry) return refusal(404, 'There is no such record')
  if (!reader.sees.has(keyOf(endpoint, number))) return refusal(403, 'Not for you')
  return part === undefined || part === '' ? json(entry.record) : readPart(lab, entry, part, partId, query)
}

function elsewhere(reader: LabReader, path: string, query: URLSearchParams): LabAnswer {
  const told = reader.answers.get(`${path}${query.size > 0 ? `?${query}` : ''}`) ?? reader.answers.get(path)
  if (told) return told
  if (/^\/api\/v2\/teams\/\w+\/\w+$/.test(path)) return json([])
  if (/^\/api\/v2\/\w+\/\d+$/.test(path)) return refusal(404, 'There is no such record')
  return refusal(400, 'No such endpoint')
}

function list(lab: Lab, reader: LabReader, type: LabType, query: URLSearchParams, pageSize: number): LabAnswer {
  const states = (query.get('state') ?? '1').split(',').map(Number)
  const readable = [...lab.entries.values()].filter(
    (entry) => entry.type === type && reader.sees.has(keyOf(type, entry.id)),
  )
  const own = query.get('scope') === '1' ? userOf(reader) : undefined
  const rows = readable
    .map(({ row }) => row)
    .filter(({ state, userid }) => states.includes(Number(state)) && (own === undefined || userid === own))
  rows.sort(byId(query.get('sort') === 'asc' ? 1 : -1))
  const limit = Number(query.get('limit') ?? pageSize) || Number.POSITIVE_INFINITY
  const offset = query.has('limit') ? Number(query.get('offset') ?? 0) : 0
  const page = rows.slice(offset, offset + limit)
  return json(query.get('full') === '1' ? page : page.map(shortened))
}

function userOf({ answers }: LabReader): unknown {
  return JSON.parse(answers.get('/api/v2/users/me')?.body.toString() ?? '{}').userid
}

function byId(direction: number) {
  return (one: Row, other: Row) => direction * (Number(one.id) - Number(other.id))
}

function shortened(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => !LONG.includes(column) && !/^(book|proc)_|^booking_/.test(column)),
  )
}

function readPart(lab: Lab, entry: LabEntry, part: string, id: string | undefined, query: URLSearchParams): LabAnswer {
  if (part === 'uploads') return readUpload(lab, entry, id, query)
  const rows = partOf(entry, part)
  if (rows === undefined) return refusal(400, 'No such part')
  if (id === undefined) return json(rows)
  const found = (part === 'revisions' ? entry.revisions.map(withoutName) : rows).find((row) => row.id === Number(id))
  return found ? json(found) : refusal(404, 'There is no such record')
}

/** A list of revisions has the name of the writer, a revision the number. */
function withoutName({ fullname, ...revision }: Row): Row {
  return revision
}

function partOf({ record, revisions }: LabEntry, part: string): Row[] | undefined {
  if (part === 'comments' || part === 'steps' || LINKS.includes(part)) return (record[part] as Row[]) ?? []
  if (part === 'tags') {
    const tags = record.tags_decoded as { id: number; tag: string; is_favorite: boolean }[]
    return tags.map(({ id, tag, is_favorite }) => ({ tag, tag_id: id, is_favorite: Number(is_favorite) }))
  }
  if (part === 'revisions') {
    return revisions.map(({ id, content_type, created_at, fullname }) => ({ id, content_type, created_at, fullname }))
  }
  return part === 'request_actions' ? [] : undefined
}

function readUpload(lab: Lab, { uploads }: LabEntry, id: string | undefined, query: URLSearchParams): LabAnswer {
  if (id === undefined) {
    const states = (query.get('state') ?? '1').split(',').map(Number)
    return json(uploads.filter(({ state }) => states.includes(Number(state))))
  }
  const row = uploads.find((upload) => upload.id === Number(id))
  if (!row) return refusal(404, 'There is no such record')
  if (query.get('format') !== 'binary') return json(row)
  return lab.contents.get(Number(id)) ?? refusal(500, 'The file is gone')
}

import { pathKey } from '../../../lib/zip/read/names.ts'
import type { ImportNote, IncomingEntry, IncomingFile, IncomingPerson } from '../incoming.ts'
import type { ElnArchive } from './archive.ts'
import { threadOf } from './comments.ts'
import { readItem } from './datalab.ts'
import { dayOf } from './dates.ts'
import { fieldsOf } from './fields.ts'
import { fileOf, unlisted } from './files.ts'
import type { Graph } from './graph.ts'
import { isAddress, lastPart, normalId } from './ids.ts'
import { dateIn, instantIn } from './instants.ts'
import { labelOf, typeOfGenre } from './labels.ts'
import { memberText } from './member-text.ts'
import { KIND } from './node-index.ts'
import { numberedPeople, peopleOf } from './people.ts'
import { leftOver, recordOf, worthNoting } from './record.ts'
import { readDocument } from './rspace.ts'
import { Scope } from './scope.ts'
import { stepsOf } from './steps.ts'
import type { Survey } from './survey.ts'
import { tagsOf } from './tags.ts'
import { mainTextOf } from './text.ts'
import type { Told } from './told.ts'
import type { GraphNode } from './values.ts'
import { idsIn, isNode, isTrue, listOf, type Properties, textOf, typesOf } from './values.ts'

/** The program that wrote an archive, as far as it matters here. */
export interface Program {
  isRspace: boolean
  isDatalab: boolean
  /** Before version 5, eLabFTW wrote quotes in titles, comments and tags as character references. */
  hasEscapedQuotes: boolean
}

export interface Crate {
  archive: ElnArchive
  graph: Graph
  survey: Survey
  program: Program
  root: GraphNode
}

export async function readEntry(crate: Crate, row: number): Promise<IncomingEntry | undefined> {
  const { graph, program } = crate
  const scope = new Scope(graph)
  const node = await scope.nodeAt(row)
  if (!node) return undefined
  const { id, value } = node
  const told = await toldOutside(crate, scope, id)
  const [author = null, ...coauthors] = await authorsOf(crate, scope, node, told)
  const thread = await threadOf(scope, node)
  const { metadata, fields } = await fieldsOf(scope, value)
  const identifier = textOf(value, 'identifier')
  const isElabid = identifier !== undefined && /^\d{8}-[0-9a-f]{40}$/.test(identifier)
  const links = await linksOf(crate, scope, node)
  const plain = (text: string) => (program.hasEscapedQuotes ? unescaped(text) : text)
  const tags = await tagsOf(scope, value)
  const ownText = await mainTextOf(scope, value)
  const [lockedBy = null] = await peopleOf(scope, value, 'aliquot:lockedBy')
  const isWhole = value.has('aliquot:canread')
  const rest = restOf(node, links.others)
  if (rest.noted.length > 0) scope.notes.add('only_in_record', rest.noted.join(', '))
  // Our own archives have the history of an entry for its record.
  const history = rest.noted.length > 0 ? undefined : idsIn(value.get('aliquot:history')).map(normalId)[0]
  const entry: IncomingEntry = {
    key: keyOf(id),
    type: typeOfGenre(textOf(value, 'genre')),
    title: plain(textOf(value, 'name', 'headline') ?? told.title ?? identifier ?? lastPart(id)),
    ...(ownText.text !== '' ? ownText : (told.text ?? ownText)),
    date: isWhole
      ? (dayOf(textOf(value, 'temporal') ?? '') ?? null)
      : ((await dateIn(scope, value)) ?? told.date ?? told.createdAt?.slice(0, 10) ?? null),
    createdAt: instantIn(scope, value, 'dateCreated') ?? told.createdAt ?? null,
    modifiedAt: instantIn(scope, value, 'dateModified') ?? told.modifiedAt ?? null,
    elabid: isElabid ? identifier : null,
    customId: customIdIn(value),
    state: stateIn(value),
    isLocked: textOf(value, 'conditionsOfAccess') === 'Locked',
    rating: await ratingIn(scope, value),
    category: await labelOf(scope, value, 'about'),
    status: await labelOf(scope, value, 'aliquot:status', 'creativeWorkStatus'),
    tags: (tags.length > 0 ? tags : (told.tags ?? [])).map(plain),
    metadata,
    fields: withIdentifier([...fields, ...(told.fields ?? [])], isElabid ? undefined : identifier),
    steps: await stepsOf(scope, value),
    comments: thread.comments.map((comment) => ({ ...comment, text: plain(comment.text) })),
    files: await filesOf(crate, scope, node, thread.parts, history),
    links: links.keys,
    addresses: [...addressesOf(crate, node), ...(told.addresses ?? [])],
    author,
    coauthors,
    basedOn: links.basedOn,
    canread: numberIn(value, 'aliquot:canread'),
    canwrite: numberIn(value, 'aliquot:canwrite'),
    settings: textOf(value, 'aliquot:settings') ?? null,
    isReadFixed: isTrue(value, 'aliquot:canreadIsFixed'),
    isWriteFixed: isTrue(value, 'aliquot:canwriteIsFixed'),
    isWhole,
    people: await numberedPeople(scope, value),
    isTextHidden: isTrue(value, 'aliquot:hideMainText'),
    lockedAt: instantIn(scope, value, 'aliquot:lockedAt'),
    lockedBy,
    record: null,
    notes: scope.notes.list,
  }
  return { ...entry, record: await recordIn(crate, scope, node, rest.names, history) }
}

async function authorsOf(
  { root }: Crate,
  scope: Scope,
  { row, value }: GraphNode,
  told: Told,
): Promise<IncomingPerson[]> {
  const authors = await peopleOf(scope, value, 'author', 'creator', 'authors', 'contributor')
  if (authors.length > 0 || row === root.row) return authors
  if (told.author) return [told.author]
  const ofAll = await peopleOf(scope, root.value, 'author', 'creator', 'authors')
  for (const { name } of ofAll.slice(0, 1)) scope.notes.add('author_of_archive', name)
  return ofAll
}

/** The root is the empty id. */
function keyOf(id: string): string {
  return id === '' ? './' : id
}

async function toldOutside({ archive, program }: Crate, scope: Scope, id: string): Promise<Told> {
  if (program.isRspace) return (await readDocument(archive, scope, id)) ?? {}
  if (program.isDatalab) return (await readItem(archive, scope, id)) ?? {}
  return {}
}

function unescaped(text: string): string {
  return text.replaceAll('&#34;', '"').replaceAll('&#39;', "'")
}

function customIdIn(node: Properties): number | null {
  const text = textOf(node, 'alternateName')
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}

function stateIn(node: Properties): IncomingEntry['state'] {
  const status = textOf(node, 'status')?.toLowerCase()
  return status === 'archived' || status === 'deleted' ? status : 'normal'
}

function numberIn(node: Properties, name: string): number | null {
  const text = textOf(node, name)
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

async function ratingIn(scope: Scope, node: Properties): Promise<number | null> {
  for (const rating of await scope.followAll(node.get('aggregateRating'))) {
    const value = Number(textOf(rating, 'ratingValue'))
    if (Number.isInteger(value)) return value
  }
  return null
}

/** Other programs' own identifiers are how their people call a sample. */
function withIdentifier(fields: IncomingEntry['fields'], identifier: string | undefined): IncomingEntry['fields'] {
  if (identifier === undefined || fields.some(({ name }) => name === 'identifier')) return fields
  return [...fields, { name: 'identifier', type: 'text', value: identifier, unit: null, description: null }]
}

interface Links {
  keys: string[]
  basedOn: string | null
  /** Properties that also name what is no entry. */
  others: string[]
}

/** Entries that it mentions, that are parts of it, or that it is a part of. */
async function linksOf({ graph, survey }: Crate, scope: Scope, { id, row, value }: GraphNode): Promise<Links> {
  const keys = new Set<string>()
  const others = new Set<string>()
  const targetOf = (ref: string): string | undefined => {
    const target = graph.rowOf(ref)
    if (target === undefined || target === row) return undefined
    const alias = survey.aliasOf(target)
    if (alias !== undefined) return alias
    return survey.isEntry(target) ? keyOf(normalId(ref)) : undefined
  }
  for (const name of ['mentions', 'hasPart', 'isPartOf']) {
    for (const ref of idsIn(value.get(name))) {
      const target = targetOf(ref)
      if (target !== undefined && target !== keyOf(id)) keys.add(target)
      else if (name !== 'hasPart' && target === undefined) {
        const node = await scope.node(ref)
        // Our own archives have nothing but the name of an entry that was closed meanwhile.
        if (node && !typesOf(node.value).includes('Thing')) others.add(name)
        else scope.notes.add('link_left', (node && textOf(node.value, 'name')) ?? ref)
      }
    }
  }
  for (const elsewhere of await scope.followAll(value.get('aliquot:mentionsElsewhere'))) {
    scope.notes.add('link_left', textOf(elsewhere, 'name', 'identifier', 'url') ?? '')
  }
  const [basedOn = null] = idsIn(value.get('isBasedOn')).flatMap((ref) => targetOf(ref) ?? [])
  return { keys: [...keys], basedOn, others: [...others] }
}

/** Of one entry. */
const MOST_FILES = 20_000

async function filesOf(
  crate: Crate,
  scope: Scope,
  { id, row, value }: GraphNode,
  more: readonly string[],
  history: string | undefined,
): Promise<IncomingFile[]> {
  const { archive, graph, survey, root } = crate
  const { index } = graph
  const ids: string[] = []
  const collect = (parts: readonly string[]) => {
    for (const part of parts) {
      const target = graph.rowOf(part)
      const isFile = target === undefined || (index.is(target, KIND.file) && !index.is(target, KIND.record))
      if (isFile && normalId(part) !== history) ids.push(part)
    }
  }
  if (row === root.row) for (const part of survey.rootFiles) ids.push(part)
  else collect(idsIn(value.get('hasPart')))
  // A file that is a record of its own.
  if (index.is(row, KIND.record)) ids.push(id)
  const versions = survey.mergedInto(row)
  for (const version of versions) {
    const node = await scope.nodeAt(version)
    collect(idsIn(node?.value.get('hasPart')))
  }
  collect(more)
  const files: IncomingFile[] = []
  const distinct = new Set(ids)
  if (distinct.size > MOST_FILES) scope.notes.add('many_values', 'hasPart')
  for (const part of [...distinct].slice(0, MOST_FILES)) {
    const file = await fileOf(archive, scope, part)
    // What describes a record is its text already.
    if (file) files.push(part === id ? { ...file, description: null } : file)
  }
  for (const member of survey.unlistedOf(row)) {
    if (files.length >= MOST_FILES) break
    const path = pathKey(await archive.zip.nameOf(member)).slice(archive.root.length + 1)
    files.push(unlisted(archive, member, path))
    scope.notes.add('file_unlisted', path)
  }
  return files
}

/** Texts name other entries by their pages, with the address of the notebook or without. */
function addressesOf({ graph }: Crate, { id, row, value }: GraphNode): string[] {
  const page = textOf(value, 'aliquot:page')
  const own = id === '' ? [] : [id, `./${id}`, `./${id}/`]
  if (page !== undefined) own.push(`/${page}`, page)
  const url = textOf(value, 'url') ?? ''
  // The address of a file is that of its content.
  if (graph.index.is(row, KIND.file) || !isAddress(url) || !URL.canParse(url)) return own
  const { pathname, search } = new URL(url)
  const path = `${pathname}${search}`
  return [...new Set(path === '/' ? [...own, url] : [...own, url, path, path.slice(1)])]
}

/** The properties that have no place here, and those among them that are worth a note. */
function restOf(node: GraphNode, others: readonly string[]): { names: string[]; noted: string[] } {
  const names = [...new Set([...leftOver(node), ...others])]
  const genre = textOf(node.value, 'genre')
  const unknown = genre !== undefined && typeOfGenre(genre) === null ? ['genre'] : []
  return { names, noted: [...unknown, ...worthNoting(names)] }
}

const MOST_FOLLOWED = 2000

async function recordIn(
  crate: Crate,
  scope: Scope,
  node: GraphNode,
  rest: readonly string[],
  history: string | undefined,
): Promise<IncomingEntry['record']> {
  if (history !== undefined) return historyOf(crate, history)
  for (const name of rest) {
    for (const value of listOf(node.value.get(name)).slice(0, MOST_FOLLOWED))
      if (isNode(value)) await scope.follow(value)
  }
  return recordOf(node, scope)
}

async function historyOf({ archive }: Crate, id: string): Promise<IncomingEntry['record']> {
  const text = await memberText(archive, id)
  return text === undefined ? null : { name: 'history.txt', text }
}

export function withNotes(entry: IncomingEntry, notes: readonly ImportNote[]): IncomingEntry {
  return notes.length === 0 ? entry : { ...entry, notes: [...notes, ...entry.notes] }
}

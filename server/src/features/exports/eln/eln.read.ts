import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { Db, EntityRow, UploadRow } from '../../../db/schema.ts'
import { newestInPages } from '../../comments/comments.lookup.ts'
import * as entities from '../../entries/entries.lookup.ts'
import { readRecord, type Viewer } from '../../entries/entries.record.ts'
import * as steps from '../../steps/steps.lookup.ts'
import type { Graph, Reference } from './eln.graph.ts'
import { historyOf } from './eln.history.ts'
import { folderOf, typeOf } from './eln.names.ts'
import {
  commentNode,
  type EntryParts,
  elsewhere,
  elsewhereNode,
  labelNode,
  metadataNodes,
  peopleInFields,
  personNode,
  ratingNode,
  stepNodes,
  teamNode,
} from './eln.nodes.ts'
import * as repo from './eln.repo.ts'
import { FILE_STATES, readUploads } from './eln.uploads.ts'

/** An entry whose nodes are in the graph, but for its files and itself. */
export interface ReadEntry {
  entry: Entity
  row: EntityRow
  parts: Omit<EntryParts, 'files' | 'history'>
  /** Oldest first. */
  uploads: readonly UploadRow[]
  uploaders: ReadonlyMap<number, Reference>
  history: string
}

export interface Reading {
  viewer: Viewer
  type: EntityType
  id: number
  graph: Graph
  /** Whether an entry will be in the archive. */
  isInside(id: number): boolean
}

/** Reads an entry and adds the nodes of what belongs to it. All reads of `viewer` should see one snapshot. */
export async function readEntry({ viewer, type, id, graph, isInside }: Reading): Promise<ReadEntry> {
  const db = viewer.ctx.db.read
  // Refuses what the person may not read, before anything is in the graph.
  const { record: entry } = await readRecord({ ...viewer, fileStates: FILE_STATES }, type, id)
  const [row] = await entities.find(db, { id })
  if (!row) throw new Error(`entry ${id} is gone within a snapshot`)
  const person = (userid: number) => graph.share(`#person-${userid}`, () => readPerson(db, userid))
  const fields = metadataNodes(id, row.metadata)
  for (const field of fields) await graph.add(field)
  if (entry.rating > 0) await graph.add(ratingNode(entry))
  const uploads = await readUploads(db, entry)
  const uploaders = new Map<number, Reference>()
  for (const { userid } of uploads) if (!uploaders.has(userid)) uploaders.set(userid, await person(userid))
  const parts = {
    author: await person(entry.userid),
    team: await graph.share(`#team-${entry.team}`, () => teamNode(entry)),
    category: await label(graph, 'category', entry.category, entry.category_title, entry.category_color),
    status: await label(graph, 'status', entry.status, entry.status_title, entry.status_color),
    lockedBy: entry.locked === 1 && row.lockedby !== null ? await person(row.lockedby) : undefined,
    fields: fields.map((field) => field['@id']),
    steps: row.has_steps === 1 ? await addSteps(db, id, graph) : [],
    comments: row.recent_comment_at === null ? [] : await addComments(db, id, graph, person),
    ...(await addLinks(entry, graph, isInside, viewer.baseUrl)),
    basedOn: sourceOf(row, isInside),
    people: await addPeople(row.metadata, db, graph),
  }
  return { entry, row, parts, uploads, uploaders, history: await historyOf(viewer, type, id) }
}

/** Those of this instance: a field may hold any number. */
async function addPeople(metadata: string | null, db: Db, graph: Graph): Promise<string[]> {
  const ids: string[] = []
  for (const userid of peopleInFields(metadata)) {
    const [found] = await repo.findPerson(db, { userid })
    if (found) ids.push((await graph.share(`#person-${userid}`, () => personNode(found)))['@id'])
  }
  return ids
}

async function readPerson(db: Db, userid: number) {
  const [found] = await repo.findPerson(db, { userid })
  return personNode(found ?? { userid, firstname: '', lastname: '', email: '', orcid: null })
}

async function label(
  graph: Graph,
  what: 'category' | 'status',
  id: number | null,
  title: string | null,
  color: string | null,
): Promise<Reference | undefined> {
  if (id === null) return undefined
  const node = `#${what}-${id}`
  return graph.share(node, () => labelNode(node, title, color))
}

async function addSteps(db: Db, entity: number, graph: Graph): Promise<string[]> {
  const ids: string[] = []
  for await (const rows of steps.listInPages(db, entity)) {
    for (const row of rows) {
      const [step, text] = stepNodes(row, ids.length + 1)
      await graph.add(step)
      await graph.add(text)
      ids.push(step['@id'])
    }
  }
  return ids
}

/** Oldest first. */
async function addComments(
  db: Db,
  entity: number,
  graph: Graph,
  person: (userid: number) => Promise<Reference>,
): Promise<string[]> {
  const ids: string[] = []
  for await (const rows of newestInPages(db, entity, Number.POSITIVE_INFINITY)) {
    for (const row of rows) {
      const node = commentNode(row, await person(row.userid))
      await graph.add(node)
      ids.push(node['@id'])
    }
  }
  return ids.reverse()
}

async function addLinks(
  entry: Entity,
  graph: Graph,
  isInside: (id: number) => boolean,
  baseUrl: string,
): Promise<Pick<EntryParts, 'mentions' | 'elsewhere'>> {
  const mentions: string[] = []
  const outside: string[] = []
  for (const link of [...entry.experiments_links, ...entry.items_links]) {
    if (isInside(link.entityid)) mentions.push(`./${folderOf(link.type, link.entityid)}`)
    else outside.push((await graph.share(elsewhere(link), () => elsewhereNode(link, baseUrl)))['@id'])
  }
  return { mentions, elsewhere: outside }
}

/** The entry that this one was made from. */
function sourceOf(row: EntityRow, isInside: (id: number) => boolean): string | undefined {
  const { created_from_type, created_from_id } = row
  const type = typeOf(created_from_type ?? 0)
  if (!type || created_from_id === null || !isInside(created_from_id)) return undefined
  return `./${folderOf(type, created_from_id)}`
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CrateVersion } from '@aliquot/contract/exports'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../lib/dates.ts'
import { Spool } from '../../../lib/spool.ts'
import type { ZipMember, ZipSource } from '../../../lib/zip/zip.ts'
import { workFolder } from '../../../media/workplace.ts'
import type { Viewer } from '../../entries/entries.record.ts'
import { ifOpen, type Place, readAside } from '../exports.read.ts'
import { EntryList } from './eln.entry-list.ts'
import { fileMembers, measure, nameCrateFiles, type WrittenFile } from './eln.files.ts'
import { Graph, METADATA } from './eln.graph.ts'
import { headOf, TAIL } from './eln.head.ts'
import { HISTORY } from './eln.history.ts'
import { folderOf } from './eln.names.ts'
import { absentNode, entryNode, fileNode, historyNode } from './eln.nodes.ts'
import { articleInCrate, PREVIEW_END, PREVIEW_HEAD } from './eln.preview.ts'
import { type ReadEntry, readEntry } from './eln.read.ts'

const PREVIEW = 'ro-crate-preview.html'

export interface CrateOptions {
  ctx: Context
  version: CrateVersion
  baseUrl: string
  /** Whether an entry is among the places. */
  isInside(id: number): boolean
}

/**
 * The members of an .eln archive. The files come first: until they are written nobody knows which of them are lost, and
 * which entries were closed meanwhile. What the metadata and the preview will say waits on disk.
 */
export async function* crateMembers(
  places: AsyncIterable<Place> | Iterable<Place>,
  options: CrateOptions,
): AsyncGenerator<ZipMember> {
  const { ctx, version, baseUrl } = options
  const now = ctx.now()
  const at = wireTime(now, ctx.config.TIMEZONE)
  const root = `${at.replace(' ', '-').replaceAll(':', '')}-export/`
  const nodes = await Spool.open(workFolder(ctx.config))
  let preview: Spool | undefined
  try {
    preview = await Spool.open(workFolder(ctx.config))
    const graph = new Graph(nodes)
    const written = new EntryList()
    const absent = new EntryList()
    for await (const place of places) {
      const found = await readIfOpen(place, graph, options)
      if (found) {
        yield* entryMembers(place.viewer, found, root, { graph, preview })
        written.add(place)
      } else absent.add(place)
      // SQLite and a fast client never pause, so yield to other requests.
      await nextTurn()
    }
    for (const { type, id } of absent) await graph.add(absentNode(type, id))
    const crate = {
      ...{ version, baseUrl, at: now, count: written.length },
      *folders() {
        for (const { type, id } of written) yield folderOf(type, id)
      },
    }
    const metadata = await spooled(() => headOf(crate), nodes, TAIL)
    yield { name: `${root}${METADATA}`, at, content: metadata }
    const page = await spooled(() => [PREVIEW_HEAD], preview, PREVIEW_END)
    yield { name: `${root}${PREVIEW}`, at, content: page }
  } finally {
    await nodes.close()
    await preview?.close()
  }
}

function readIfOpen(place: Place, graph: Graph, { isInside }: CrateOptions): Promise<ReadEntry | undefined> {
  return ifOpen(() => readAside(place.viewer, (viewer) => readEntry({ ...place, viewer, graph, isInside })))
}

/** The files of an entry and its history. Its remaining nodes follow once these are written. */
async function* entryMembers(
  viewer: Viewer,
  { entry, row, parts, uploads, uploaders, history }: ReadEntry,
  root: string,
  { graph, preview }: { graph: Graph; preview: Spool },
): AsyncGenerator<ZipMember> {
  const { ctx, baseUrl } = viewer
  const folder = folderOf(entry.type, entry.id)
  const files = await nameCrateFiles(ctx, uploads)
  const written: WrittenFile[] = []
  yield* fileMembers(ctx, files, `${root}${folder}`, (file) => written.push(file))
  yield { name: `${root}${folder}${HISTORY}`, at: entry.modified_at, content: history }

  const idOf = ({ name }: { name: string }) => `./${folder}${name}`
  const ids = new Map(written.map((file) => [file.row.id, idOf(file)]))
  for (const file of written) {
    const author = uploaders.get(file.row.userid) ?? parts.author
    const replaces = file.row.replaces === null ? undefined : ids.get(file.row.replaces)
    await graph.add(fileNode({ id: idOf(file), row: file.row, mime: file.mime, author, replaces, note: file.note }))
  }
  const historyId = idOf({ name: HISTORY })
  await graph.add(historyNode(historyId, HISTORY, measure(history)))
  const all = { ...parts, files: [...ids.values()], history: historyId }
  await graph.add(entryNode(entry, row, all, baseUrl))
  const listed = written.map((file) => ({ ...file, isMissing: file.note !== undefined }))
  for await (const piece of articleInCrate(viewer, entry, listed)) await preview.add(piece)
}

/** A text whose middle waits on disk, as a member of the archive. */
async function spooled(head: () => Iterable<string>, middle: Spool, tail: string): Promise<ZipSource> {
  let size = (await middle.size()) + Buffer.byteLength(tail)
  for (const piece of head()) size += Buffer.byteLength(piece)
  return {
    size,
    isPacked: false,
    async open() {
      return blocks(head(), middle, tail)
    },
  }
}

async function* blocks(head: Iterable<string>, middle: Spool, tail: string): AsyncGenerator<Buffer> {
  let text = ''
  for (const piece of head) {
    text += piece
    if (text.length < BLOCK) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
  yield* middle.read()
  yield Buffer.from(tail)
}

const BLOCK = 64 * 1024

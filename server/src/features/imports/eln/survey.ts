import { pathKey } from '../../../lib/zip/read/names.ts'
import type { ElnArchive } from './archive.ts'
import type { Graph } from './graph.ts'
import { isAddress, normalId } from './ids.ts'
import { listIn } from './lists.ts'
import { KIND } from './node-index.ts'
import { Notes } from './scope.ts'
import type { GraphNode } from './values.ts'
import { idsIn, textOf } from './values.ts'

const [ENTRY, LISTED, SEEN] = [1, 2, 4]

/** What becomes what in an archive. */
export interface Survey {
  /** The entries in their order, as nodes of the graph. */
  order: readonly number[]
  /** The root is an entry as well. */
  isRootEntry: boolean
  /** Files that the root lists and no entry has. */
  rootFiles: readonly string[]
  notes: Notes
  isEntry(row: number): boolean
  /** Datasets whose files come in with this entry: versions of it. */
  mergedInto(row: number): readonly number[]
  /** The entry that a dataset only points to. */
  aliasOf(row: number): string | undefined
  /** Members in the folder of this entry that the metadata do not list. */
  unlistedOf(row: number): readonly number[]
}

/** Walks through the parts of the root and of all that is a part of it. Nothing but the datasets themselves is read. */
export async function surveyCrate(
  archive: ElnArchive,
  graph: Graph,
  root: GraphNode,
  signal?: AbortSignal,
): Promise<Survey> {
  const { index } = graph
  const order: number[] = []
  const notes = new Notes()
  const merged = new Map<number, number[]>()
  const owners = new Map<number, number>()
  const aliases = new Map<number, string>()
  const claimed = new Uint8Array(archive.zip.count)
  const rootFiles: string[] = []

  const claim = (id: string): boolean => {
    const member = archive.find(id)
    if (member === undefined || claimed[member] === 1) return false
    claimed[member] = 1
    return true
  }
  const become = (row: number) => {
    index.mark(row, ENTRY)
    order.push(row)
  }

  const visitDataset = async (row: number, owner: number | undefined): Promise<number[]> => {
    const node = await graph.nodeAt(row)
    if (!node) return []
    const parts = idsIn(node.value.get('hasPart'))
    const target = owner === undefined ? undefined : await aliasIn(graph, node, parts)
    if (target !== undefined) {
      aliases.set(row, target)
      return []
    }
    const into = owners.get(row) ?? row
    if (into === row) become(row)
    const versions = new Set(idsIn(node.value.get('isBasedOn')).flatMap((id) => graph.rowOf(id) ?? []))
    const next: number[] = []
    for (const id of parts) {
      const part = graph.rowOf(id)
      if (part === undefined || (index.is(part, KIND.file) && !index.is(part, KIND.record))) {
        claim(id)
        continue
      }
      if (index.is(part, KIND.dataset) && versions.has(part) && !index.hasMark(part, LISTED)) {
        // A version of the entry: its files are worth more beside those of the entry than in an entry of their own.
        owners.set(part, into)
        listIn(merged, into).push(part)
      }
      if (!index.hasMark(part, LISTED)) next.push(part)
    }
    return next
  }

  const listed = idsIn(root.value.get('hasPart'))
  for (const id of listed) {
    const row = graph.rowOf(id)
    if (row !== undefined && row !== root.row) index.mark(row, LISTED)
  }
  for (const id of listed) {
    const first = graph.rowOf(id)
    if (first === undefined || (index.is(first, KIND.file) && !index.is(first, KIND.record))) {
      rootFiles.push(id)
      continue
    }
    const pending: { row: number; owner: number | undefined }[] = [{ row: first, owner: undefined }]
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { row, owner } = next
      signal?.throwIfAborted()
      if (row === root.row || index.hasMark(row, SEEN)) continue
      index.mark(row, SEEN)
      if (index.is(row, KIND.comment) && owner !== undefined) continue
      if (index.is(row, KIND.dataset)) {
        const parts = await visitDataset(row, owner)
        for (const part of parts.reverse()) pending.push({ row: part, owner: row })
      } else if (index.is(row, KIND.record)) {
        become(row)
        const node = await graph.nodeAt(row)
        if (node) claim(node.id)
      } else notes.add('part_left', (await graph.nodeAt(row))?.id ?? id)
    }
  }

  const left = rootFiles.filter((id) => claim(id) || (isAddress(id) && graph.rowOf(id) !== undefined))
  for (const id of rootFiles) if (archive.find(id) === undefined && !isAddress(id)) notes.add('file_missing', id)
  const ownerOf = (path: string): number | undefined => {
    const row = graph.rowOf(path)
    const owner = row === undefined ? undefined : (owners.get(row) ?? row)
    return owner !== undefined && index.hasMark(owner, ENTRY) ? owner : undefined
  }
  const hasOwn = ['text', 'keywords', 'variableMeasured'].some((name) => root.value.has(name))
  const isRootEntry = hasOwn || left.length > 0
  const unlisted = await findUnlisted(
    archive,
    claimed,
    (path) => ownerOf(path) ?? (isRootEntry && path === '' ? root.row : undefined),
    notes,
  )
  return {
    order,
    isRootEntry,
    rootFiles: left,
    notes,
    isEntry: (row) => index.hasMark(row, ENTRY),
    mergedInto: (row) => merged.get(row) ?? [],
    aliasOf: (row) => aliases.get(row),
    unlistedOf: (row) => unlisted.get(row) ?? [],
  }
}

/** RSpace has empty datasets that name another one, for a link to it. */
async function aliasIn(graph: Graph, { id, value }: GraphNode, parts: readonly string[]): Promise<string | undefined> {
  if (parts.length > 0) return undefined
  const target = textOf(value, 'identifier')
  if (target === undefined || !target.startsWith('./') || normalId(target) === id) return undefined
  const row = graph.rowOf(target)
  return row !== undefined && graph.index.is(row, KIND.dataset) ? normalId(target) : undefined
}

/** Files of the metadata itself: previews, signatures, keys; and what operating systems add. */
const OF_CRATE = /^ro-crate[-.][^/]*$|^ro-crate-preview_files\//
const LITTER = /(^|\/)(__MACOSX\/.*|\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i

async function findUnlisted(
  archive: ElnArchive,
  claimed: Uint8Array,
  ownerOf: (path: string) => number | undefined,
  notes: Notes,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  const { zip, root } = archive
  for (let member = 0; member < zip.count; member++) {
    if (claimed[member] === 1 || zip.isFolder(member) || member === archive.metadata) continue
    const key = pathKey(await zip.nameOf(member))
    const id = key.startsWith(`${root}/`) ? key.slice(root.length + 1) : undefined
    if (LITTER.test(key) || (id !== undefined && OF_CRATE.test(id))) continue
    const owner = id === undefined ? undefined : ownerOfFolder(id, ownerOf)
    if (id === undefined || owner === undefined) notes.add('file_left', key)
    else listIn(found, owner).push(member)
  }
  return found
}

/** The entry of the nearest folder that is one; the last one is the root. */
function ownerOfFolder(path: string, ownerOf: (path: string) => number | undefined): number | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const owner = ownerOf(path.slice(0, end))
    if (owner !== undefined) return owner
  }
  return ownerOf('')
}

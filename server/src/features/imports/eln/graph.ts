import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { InvalidInput, TooLarge } from '../../../errors.ts'
import { releaseChunk } from '../../../files/release-chunk.ts'
import { type JsonMeasure, measureJson, parseExactly } from '../../../lib/json-text.ts'
import { hashOf } from '../../../lib/large/hash-index.ts'
import { Windows } from '../../../lib/large/windows.ts'
import type { ElnArchive, ElnLimits } from './archive.ts'
import { normalId } from './ids.ts'
import { type Piece, piecesOf } from './json-pieces.ts'
import { LargeNodes } from './large-nodes.ts'
import { KIND, NodeIndex } from './node-index.ts'
import { type GraphNode, idsIn, isNode, listOf, type Properties, propertiesOf, typesOf } from './values.ts'

/**
 * The nodes of the metadata. They wait in a file that has no name, and only their places are held: the metadata of 10,000
 * entries are some 100 MB.
 */
export interface Graph {
  index: NodeIndex
  /** Some characters of the metadata were not valid. */
  hasBadCharacters: boolean
  rowOf(id: string): number | undefined
  node(id: string): Promise<GraphNode | undefined>
  nodeAt(row: number): Promise<GraphNode | undefined>
  /** Comments that name this node as what they are about. */
  commentsOn(id: string): readonly number[]
  close(): Promise<void>
}

interface ReadOptions {
  limits: Readonly<ElnLimits>
  /** For the file of nodes. */
  folder: string
  signal?: AbortSignal
}

export async function readGraph(archive: ElnArchive, { limits, folder, signal }: ReadOptions): Promise<Graph> {
  const { zip, metadata } = archive
  const length = zip.size(metadata)
  if (length > limits.metadata) throw new TooLarge('archive.large_metadata', { most: limits.metadata })
  const spool = await openNameless(folder)
  try {
    const index = new NodeIndex()
    const answers = new NodeIndex()
    let hasBadCharacters = false
    for await (const pieces of piecesOf(copied(zip.read(metadata), spool), limits)) {
      signal?.throwIfAborted()
      for (const piece of pieces) {
        hasBadCharacters ||= !isUtf8(piece.bytes)
        addPiece(index, answers, piece)
      }
      if (index.count > limits.nodes || answers.count > limits.nodes)
        throw new TooLarge('archive.many_nodes', { most: limits.nodes })
    }
    return openGraph({ spool, length, limits }, index, answers, hasBadCharacters)
  } catch (error) {
    await spool.close()
    throw error
  }
}

/** A file that is gone with the process, however this ends. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `${randomUUID()}.graph`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function* copied(chunks: AsyncIterable<Buffer>, spool: FileHandle): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    await spool.writeFile(chunk)
    yield chunk
    releaseChunk(chunk)
  }
}

/** Only a node of this size can have very many values. They take far more memory than their text. */
const LARGE = 1024 * 1024
const MOST_VALUES = 600_000

function addPiece(index: NodeIndex, answers: NodeIndex, { at, bytes }: Piece): void {
  if (bytes.length > LARGE && measureJson(bytes, { members: MOST_VALUES }).members > MOST_VALUES) {
    throw new TooLarge('archive.crowded_node', { most: MOST_VALUES })
  }
  const value = parsed(bytes.toString('utf8'))
  if (!isNode(value) || typeof value['@id'] !== 'string') return
  const node = propertiesOf(value)
  const kinds = kindsOf(node)
  if ((kinds & KIND.comment) !== 0) {
    // Held like the nodes: by the id of what they are about, and where they stand is which node they are.
    for (const parent of idsIn(node.get('parentItem'))) answers.add(hashOf(normalId(parent)), index.count, 0, 0)
  }
  index.add(hashOf(normalId(value['@id'])), at, bytes.length, kinds)
}

function kindsOf(node: Properties): number {
  const types = typesOf(node)
  const has = (...names: readonly string[]) => names.some((name) => types.includes(name))
  let kinds = 0
  if (has('Dataset')) kinds |= KIND.dataset
  if (has('File', 'MediaObject'))
    kinds |= node.has('genre') || node.has('variableMeasured') ? KIND.file | KIND.record : KIND.file
  if (has('Person')) kinds |= KIND.person
  if (has('Comment')) kinds |= KIND.comment
  return kinds
}

function parsed(text: string, measure?: JsonMeasure): unknown {
  try {
    return parseExactly(text, measure)
  } catch {
    throw new InvalidInput('archive.not_json')
  }
}

/** No entry has more comments. */
const MOST_ANSWERS = 10_000
/** An id that is described more often is an attack. */
const MOST_TWINS = 50

function openGraph(
  { spool, length, limits }: { spool: FileHandle; length: number; limits: Readonly<ElnLimits> },
  index: NodeIndex,
  answers: NodeIndex,
  hasBadCharacters: boolean,
): Graph {
  const windows = new Windows(spool, length)
  const rowOf = (id: string) => index.find(hashOf(normalId(id)))
  const large = new LargeNodes(length)
  const nodeAt = async (first: number): Promise<GraphNode | undefined> => {
    const held = large.get(first)
    if (held) return held
    const value = new Map<string, unknown>()
    const texts: string[] = []
    let id = ''
    let isContradicted = false
    const known = new Map<string, Set<string>>()
    let total = 0
    let members = 0
    for (let row: number | undefined = first; row !== undefined && texts.length < MOST_TWINS; row = index.next(row)) {
      const { at, length: bytes } = index.place(row)
      // All that is said about one id is held together, so it may be no more than one node.
      total += bytes
      if (total > limits.node) throw new TooLarge('archive.large_node', { most: limits.node })
      const text = await windows.use(at, bytes, (found) => found.toString('utf8'))
      const measure = measureJson(text, {})
      members += measure.members
      if (total > LARGE && members > MOST_VALUES) throw new TooLarge('archive.crowded_node', { most: MOST_VALUES })
      const node = propertiesOf(parsed(text, measure) as object)
      const [own = ''] = idsIn(node.get('@id'))
      if (row === first) id = normalId(own)
      else if (normalId(own) !== id) continue
      isContradicted = merge(value, node, known) || isContradicted
      texts.push(text)
    }
    const node = { id, row: first, value, texts, isContradicted }
    large.add(node, total)
    return node
  }
  return {
    index,
    hasBadCharacters,
    rowOf,
    nodeAt,
    node: async (id) => {
      const row = rowOf(id)
      return row === undefined ? undefined : nodeAt(row)
    },
    commentsOn(id) {
      const found: number[] = []
      let answer = answers.find(hashOf(normalId(id)))
      for (; answer !== undefined && found.length < MOST_ANSWERS; answer = answers.next(answer)) {
        found.push(answers.place(answer).at)
      }
      return found
    },
    close: () => spool.close(),
  }
}

/**
 * Adds what another node says about the same id. True if they disagree; then both values are kept. The values that were
 * compared are remembered, because those of the first would be written once for each of the others.
 */
function merge(into: Map<string, unknown>, from: Properties, known: Map<string, Set<string>>): boolean {
  let isContradicted = false
  for (const [name, value] of from) {
    if (!into.has(name)) {
      into.set(name, value)
      continue
    }
    // Two spellings of one id.
    if (name === '@id') continue
    const texts = known.get(name) ?? new Set(listOf(into.get(name)).map((one) => JSON.stringify(one)))
    known.set(name, texts)
    const more = listOf(value).filter((one) => !texts.has(JSON.stringify(one)))
    if (more.length === 0) continue
    isContradicted = true
    for (const one of more) texts.add(JSON.stringify(one))
    into.set(name, [...listOf(into.get(name)), ...more])
  }
  return isContradicted
}

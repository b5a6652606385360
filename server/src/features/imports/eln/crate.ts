import { InvalidInput } from '../../../errors.ts'
import type { ImportNote, IncomingEntry, IncomingPerson } from '../incoming.ts'
import { ELN_LIMITS, type ElnArchive, type ElnLimits } from './archive.ts'
import { type Crate, type Program, readEntry } from './entry.ts'
import { type Graph, readGraph } from './graph.ts'
import { KIND } from './node-index.ts'
import { personOf } from './people.ts'
import { Notes, Scope } from './scope.ts'
import { surveyCrate } from './survey.ts'
import type { GraphNode } from './values.ts'
import { idsIn, textOf } from './values.ts'

/** The entries of an archive, each read when its turn comes. */
export interface ReadCrate {
  /** How many entries there are. */
  count: number
  /** What is told of the archive and of no single entry. */
  notes: readonly ImportNote[]
  entries(): AsyncGenerator<IncomingEntry>
  people(): AsyncGenerator<IncomingPerson>
  close(): Promise<void>
}

interface ReadOptions {
  /** For what is unpacked of the metadata, some 100 MB for 10,000 entries. */
  folder: string
  limits?: Readonly<ElnLimits>
  signal?: AbortSignal
}

export async function readCrate(archive: ElnArchive, options: ReadOptions): Promise<ReadCrate> {
  const { folder, limits = ELN_LIMITS, signal } = options
  const graph = await readGraph(archive, { folder, limits, signal })
  try {
    const { root, program } = await findRoot(graph)
    const survey = await surveyCrate(archive, graph, root, signal)
    const crate: Crate = { archive, graph, survey, program, root }
    const notes = new Notes()
    if (graph.hasBadCharacters) notes.add('characters_lost', 'ro-crate-metadata.json')
    const rows = survey.isRootEntry ? [root.row, ...survey.order] : survey.order
    return {
      count: rows.length,
      notes: [...notes.list, ...survey.notes.list],
      entries: () => entriesOf(crate, rows, signal),
      people: () => peopleIn(graph),
      close: () => graph.close(),
    }
  } catch (error) {
    await graph.close()
    throw error
  }
}

const DESCRIPTORS = ['ro-crate-metadata.json', 'ro-crate-metadata.jsonld']

/** The root is what the descriptor is about. Its id may be an address. */
async function findRoot(graph: Graph): Promise<{ root: GraphNode; program: Program }> {
  let descriptor: GraphNode | undefined
  for (const id of DESCRIPTORS) descriptor ??= await graph.node(id)
  for (const id of [...idsIn(descriptor?.value.get('about')), './']) {
    const root = await graph.node(id)
    if (root && graph.index.is(root.row, KIND.dataset)) return { root, program: await programOf(graph, descriptor) }
  }
  throw new InvalidInput('archive.no_dataset')
}

async function programOf(graph: Graph, descriptor: GraphNode | undefined): Promise<Program> {
  const scope = new Scope(graph)
  const [publisher] = await scope.followAll(descriptor?.value.get('sdPublisher'))
  const name = (publisher && textOf(publisher, 'name'))?.toLowerCase() ?? ''
  return {
    isRspace: name.includes('rspace'),
    isDatalab: name.includes('datalab'),
    hasEscapedQuotes: name === 'elabftw' && publisher?.has('areaServed') !== true,
  }
}

async function* entriesOf(crate: Crate, rows: readonly number[], signal?: AbortSignal): AsyncGenerator<IncomingEntry> {
  for (const row of rows) {
    signal?.throwIfAborted()
    const entry = await readEntry(crate, row)
    if (entry) yield entry
  }
}

async function* peopleIn(graph: Graph): AsyncGenerator<IncomingPerson> {
  for (let row = 0; row < graph.index.count; row++) {
    if (!graph.index.is(row, KIND.person)) continue
    const node = await graph.nodeAt(row)
    // Of several nodes with one id the first stands for all.
    const person = node && graph.rowOf(node.id) === row ? personOf(node.value) : undefined
    if (person) yield person
  }
}

import type { ImportNoteCode } from '@aliquot/contract/imports'
import type { ImportNote } from '../incoming.ts'
import type { Graph } from './graph.ts'
import type { GraphNode } from './values.ts'
import { idIn, isNode, listOf, type Properties, propertiesOf } from './values.ts'

/** An archive may be full of the same mistake. */
const MOST_NOTES = 100
const LONGEST_ABOUT = 300
const LONGEST_RECORD = 4 * 1024 * 1024
/** Of files, fields, steps or comments of one entry. */
const MOST_VALUES = 20_000

/** Notes, of which only so many of a kind are kept. */
export class Notes {
  readonly list: ImportNote[] = []
  readonly #counts = new Map<ImportNoteCode, number>()

  add(code: ImportNoteCode, about: string): void {
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    if (count <= MOST_NOTES) this.list.push({ code, about: about.slice(0, LONGEST_ABOUT) })
    if (count === MOST_NOTES + 1) this.list.push({ code: 'more_notes', about: code })
  }
}

/** What is read for one entry: it follows references, and remembers what it has read for the record. */
export class Scope {
  readonly notes = new Notes()
  readonly graph: Graph
  readonly #read = new Map<string, readonly string[]>()
  #bytes = 0

  constructor(graph: Graph) {
    this.graph = graph
  }

  /** More was read than a record should hold. */
  get isTooLong(): boolean {
    return this.#bytes > LONGEST_RECORD
  }

  /** The first values of a property: more than an entry can have are left in the record. */
  firstOf(node: Properties, name: string): unknown[] {
    const values = listOf(node.get(name))
    if (values.length > MOST_VALUES) this.notes.add('many_values', name)
    return values.slice(0, MOST_VALUES)
  }

  /** The texts of all nodes that were read, as they stand in the archive. */
  get texts(): readonly string[] {
    return [...this.#read.values()].flat()
  }

  async node(id: string): Promise<GraphNode | undefined> {
    const node = await this.graph.node(id)
    if (node) this.remember(node)
    return node
  }

  async nodeAt(row: number): Promise<GraphNode | undefined> {
    const node = await this.graph.nodeAt(row)
    if (node) this.remember(node)
    return node
  }

  remember({ id, texts, isContradicted }: GraphNode): void {
    if (this.#read.has(id)) return
    for (const text of texts) this.#bytes += text.length
    // What has once been too long for the record is not held.
    this.#read.set(id, this.isTooLong ? [] : texts)
    if (isContradicted) this.notes.add('node_twice', id)
  }

  /** What a value describes: itself, or the node that it refers to. Undefined for plain values, and for what is missing. */
  async follow(value: unknown): Promise<Properties | undefined> {
    if (!isNode(value)) return undefined
    const id = idIn(value)
    const inline = propertiesOf(value)
    const found = id === undefined ? undefined : await this.node(id)
    if (!found) return inline.size > (inline.has('@id') ? 1 : 0) ? inline : undefined
    return inline.size > 1 ? new Map([...found.value, ...inline]) : found.value
  }

  /** All that a property describes. What the archive does not describe is noted. */
  async followAll(value: unknown): Promise<Properties[]> {
    const nodes: Properties[] = []
    for (const one of listOf(value)) {
      const node = await this.follow(one)
      if (node) nodes.push(node)
      else if (isNode(one)) this.notes.add('node_missing', idIn(one) ?? '')
    }
    return nodes
  }
}

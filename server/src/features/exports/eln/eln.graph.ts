import type { Spool } from '../../../lib/spool.ts'

/** A node of the graph. Undefined properties are left out. */
export interface Node {
  '@id': string
  '@type': string
  [property: string]: Value | undefined
}

export interface Reference {
  '@id': string
}

type Value = string | number | boolean | Reference | readonly Reference[] | readonly string[]

export function to(id: string): Reference {
  return { '@id': id }
}

/** Undefined for an empty list, which is then left out. */
export function toAll(ids: readonly string[]): Reference[] | undefined {
  return ids.length === 0 ? undefined : ids.map(to)
}

export const METADATA = 'ro-crate-metadata.json'
export const ROOT = './'
export const PUBLISHER = '#publisher'
export const PROGRAM = '#aliquot'
export const LICENCE = '#license'

/** The nodes of the graph that wait for their turn on disk, and which of them are there already. */
export class Graph {
  readonly #spool: Spool
  /** The ids of nodes to which several entries may refer. */
  readonly #shared = new Set<string>()

  constructor(spool: Spool) {
    this.#spool = spool
  }

  add(node: Node): Promise<void> {
    return this.#spool.add(`,\n${JSON.stringify(node)}`)
  }

  /** Adds a node unless it is there, and returns the reference to it. */
  async share(id: string, make: () => Node | Promise<Node>): Promise<Reference> {
    if (!this.#shared.has(id)) {
      this.#shared.add(id)
      await this.add(await make())
    }
    return to(id)
  }
}

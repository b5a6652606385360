import type { EntityType } from '@aliquot/contract/common'
import { TYPE_NUMBER } from '../../entries/entries.access.ts'
import { typeOf } from './eln.names.ts'

interface Named {
  type: EntityType
  id: number
}

const TYPES = 8

/** A list of entries that takes eight bytes for each. */
export class EntryList {
  readonly #entries: number[] = []

  get length(): number {
    return this.#entries.length
  }

  add({ type, id }: Named): void {
    this.#entries.push(id * TYPES + TYPE_NUMBER[type])
  }

  *[Symbol.iterator](): Generator<Named> {
    for (const one of this.#entries) {
      const type = typeOf(one % TYPES)
      if (type) yield { type, id: Math.floor(one / TYPES) }
    }
  }
}

/** Tells whether an id is among these. It takes four bytes for each. */
export function amongIds(ids: readonly number[]): (id: number) => boolean {
  const sorted = Uint32Array.from(ids).sort()
  return (id) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sorted[middle] ?? 0) < id) low = middle + 1
      else high = middle
    }
    return sorted[low] === id
  }
}

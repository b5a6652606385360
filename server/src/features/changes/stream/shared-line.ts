import type { ChangeKind } from '@aliquot/contract/change-kinds'
import type { ReadAccess } from '../../../access/principals.ts'
import type * as repo from '../changes.repo.ts'
import { toChange } from '../changes.service.ts'
import { writeCursor } from '../cursor.ts'
import { changeFrame } from './frames.ts'

/** What is told to one reader or to many. Its bytes are made once. */
export class SharedLine {
  readonly event: repo.FeedEvent
  readonly kind: ChangeKind
  readonly entry: repo.StoredEntry | undefined
  /** The access that filters look at. */
  readonly access: ReadAccess | undefined
  readonly #cursor: string
  #bytes: Uint8Array | undefined

  constructor(told: { event: repo.FeedEvent; kind: ChangeKind; entry?: repo.StoredEntry; access?: ReadAccess }) {
    this.event = told.event
    this.kind = told.kind
    this.entry = told.entry
    this.access = told.access
    this.#cursor = cursorOf(told.event)
  }

  get bytes(): Uint8Array {
    this.#bytes ??= changeFrame(toChange(this, this.#cursor))
    return this.#bytes
  }
}

/** The cursor right behind an event. */
export function cursorOf({ id, hash }: repo.FeedEvent): string {
  return writeCursor({ position: id, sub: 0, since: 0 }, [hash])
}

import type { StreamQuery, StreamSignal } from '@aliquot/contract/changes'
import type { Actor } from '../../../access/actor.ts'
import type { Principals } from '../../../access/principals.ts'
import type { EventsClient } from '../../../records/answers.ts'
import { isWanted } from '../lines.ts'
import { signalFrame } from './frames.ts'
import type { SharedLine } from './shared-line.ts'
import type { Piece, Told } from './told.ts'

/** So much waits for a stream that is not up with the others. With more it catches up again, from the journal. */
const MOST_QUEUED = 1000
const MOST_QUEUED_BYTES = 1024 * 1024

/** One open stream. */
export class Stream {
  readonly client: EventsClient
  readonly actor: Actor
  readonly query: StreamQuery
  readonly #hasFilters: boolean
  reader: Reader | undefined
  /** What came while it catches up or its client reads. Undefined: it is up with the others. */
  queue: Piece[] | undefined = []
  #queuedBytes = 0
  readonly #signals = new Set<StreamSignal>()
  /** What it gets at the end of the walk that goes on. */
  told: Told | undefined
  /** It cannot go on with the others after it has caught up, but must catch up again. */
  isStale = false
  /** The last event that the client knows of, as its id or something before. */
  known: number
  sentAt = performance.now()

  constructor(client: EventsClient, actor: Actor, query: StreamQuery, known: number) {
    this.client = client
    this.actor = actor
    this.query = query
    this.known = known
    const { entity_type, entity_id, team, kind, author, own } = query
    this.#hasFilters = [entity_type, entity_id, team, kind, author, own].some((filter) => filter !== undefined)
  }

  wants(line: SharedLine): boolean {
    return !this.#hasFilters || isWanted(this.query, this.actor, line, line.access)
  }

  /** Takes what the others are told. */
  take(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      if (!this.queue) this.send(piece.bytes, piece.last)
      else if (!this.isStale) this.#enqueue(piece)
    }
  }

  #enqueue(piece: Piece): void {
    this.queue?.push(piece)
    this.#queuedBytes += piece.bytes.length
    if ((this.queue?.length ?? 0) > MOST_QUEUED || this.#queuedBytes > MOST_QUEUED_BYTES) this.forget()
  }

  /** Sends what waits, as fast as the client reads. Afterwards it is up with the others, unless it is stale. */
  async sendQueued(): Promise<void> {
    for (let next = this.queue?.shift(); next && !this.client.isGone; next = this.queue?.shift()) {
      this.#queuedBytes -= next.bytes.length
      await this.client.hasRoom()
      this.send(next.bytes, next.last)
    }
    if (this.reader && !this.isStale) this.queue = undefined
  }

  /** Signals of one topic that come while the client does not read are one. */
  signal(topic: StreamSignal): void {
    this.#signals.add(topic)
    if (this.#signals.size === 1) void this.#sendSignals()
  }

  async #sendSignals(): Promise<void> {
    if (!this.client.isReady) await this.client.hasRoom()
    for (const topic of this.#signals) this.send(signalFrame(topic))
    this.#signals.clear()
  }

  send(bytes: Uint8Array, known = this.known): void {
    this.client.send(bytes)
    this.known = known
    this.sentAt = performance.now()
  }

  /** Drops what waits: it is read again. */
  forget(): void {
    this.isStale = true
    this.queue = []
    this.#queuedBytes = 0
  }
}

/** Somebody who acts in one team, with all of their streams. */
export class Reader {
  readonly userid: number
  readonly team: number
  /** Under which names they have rights, at the place that the streams have reached together. */
  readonly principals: Principals
  readonly streams = new Set<Stream>()

  constructor(userid: number, team: number, principals: Principals) {
    this.userid = userid
    this.team = team
    this.principals = principals
  }
}

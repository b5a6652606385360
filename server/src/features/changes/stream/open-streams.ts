import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { TooMany } from '../../../errors.ts'
import type { Place } from '../cursor.ts'
import type { Stream } from './stream.ts'
import { Tail } from './tail.ts'

declare module '../../../context.ts' {
  interface Context {
    streams: OpenStreams
  }
}

/** A person has a few browsers, whose tabs share a stream, and some programs. More would take connections from others. */
const MOST_EACH = 20
const RETRY_AFTER_SECONDS = 10
/** A comment at least every 15 seconds, also on a busy machine. */
const BEAT_MS = 10_000
const EVERY_MS = 1000
/** Where the engine tells when rights have changed, time alone ends sessions. */
const LOOK_ANYWAY_MS = 10_000

/** Those of these whose key or session is still good for the team in which they act. */
type Standing = (actors: readonly Actor[]) => Promise<ReadonlySet<Actor>>

/** The open streams of this process. */
export class OpenStreams {
  readonly #ctx: Context
  readonly #standing: Standing
  readonly #tail: Tail
  readonly #ofPerson = new Map<number, Set<Stream>>()
  #timer: NodeJS.Timeout | undefined
  #epoch: number | undefined
  #lookedAt = 0
  #isClosed = false

  constructor(ctx: Context, standing: Standing) {
    this.#ctx = ctx
    this.#standing = standing
    this.#tail = new Tail(ctx, () => this.#endFallen())
    ctx.signals.onSignal((userid, topic) => {
      for (const stream of this.#ofPerson.get(userid) ?? []) stream.signal(topic)
    })
  }

  /** How many there are. */
  get count(): number {
    return this.#tail.streams.size
  }

  requireRoom(userid: number): void {
    if ((this.#ofPerson.get(userid)?.size ?? 0) < MOST_EACH) return
    throw new TooMany('changes.too_many_streams', RETRY_AFTER_SECONDS, { most: MOST_EACH })
  }

  /** Tells a stream all from a place on, until it ends. */
  add(stream: Stream, from: Place): void {
    if (this.#isClosed) {
      stream.client.end()
      return
    }
    const { userid } = stream.actor
    const own = this.#ofPerson.get(userid) ?? new Set()
    this.#ofPerson.set(userid, own.add(stream))
    stream.client.onGone(() => {
      own.delete(stream)
      if (own.size === 0) this.#ofPerson.delete(userid)
      if (this.#ofPerson.size === 0) {
        clearInterval(this.#timer)
        this.#timer = undefined
      }
    })
    this.#timer ??= setInterval(() => this.#lookAfter(), EVERY_MS).unref()
    void this.#tail.follow(stream, from)
  }

  /** Ends all of them. Their clients go on elsewhere. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const { client } of this.#tail.streams) client.end()
  }

  #lookAfter(): void {
    this.#tail.beat(BEAT_MS)
    const { db } = this.#ctx
    const epoch = db.rightsEpoch()
    const isSame = epoch !== undefined && epoch === this.#epoch
    if (isSame && performance.now() - this.#lookedAt < LOOK_ANYWAY_MS) return
    this.#epoch = epoch
    // A database that does not answer ends nobody.
    this.#endFallen().catch(() => {})
  }

  async #endFallen(): Promise<void> {
    this.#lookedAt = performance.now()
    const streams = [...this.#tail.streams]
    const standing = await this.#standing(streams.map(({ actor }) => actor))
    for (const { actor, client } of streams) if (!standing.has(actor)) client.end()
  }
}

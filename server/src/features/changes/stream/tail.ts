import { setTimeout as sleep } from 'node:timers/promises'
import { principalsOf } from '../../../access/principals.ts'
import type { Context } from '../../../context.ts'
import type { SettledEvent } from '../../../db/database.ts'
import { Slots } from '../../../lib/slots.ts'
import { Workload } from '../../../lib/workload.ts'
import * as repo from '../changes.repo.ts'
import { cursorOf, toPage, walkPage } from '../changes.service.ts'
import type { Place } from '../cursor.ts'
import { Batch, readBehind } from './batch.ts'
import { beatFrame, changeFrame } from './frames.ts'
import { Readers } from './readers.ts'
import { Reader, type Stream } from './stream.ts'
import { Told } from './told.ts'

const PAGE = 100
/** So many streams catch up at a time, so that requests have connections, too. */
const MOST_CATCHING_UP = 4
/** The end of the journal is looked at this often even if nobody says that it moved. */
const IDLE_MS = 1000
/** A stream may have to wait until the cursor that it came with is settled here, too. */
const ENROLLING_MS = 10
/** What happens within this time is read and told together. */
const PAUSE_MS = 20
/** People who look on wait a moment for those who write. */
const GIVING_WAY = { busy: 0.9, longestPauseMs: 250 }
/** So many events are told at once at most. */
const MOST_AT_ONCE = 2000

/** Those that catch up together with the rest of the way. */
interface Enrolment {
  stream: Stream
  from: Place
  enrolled: (upTo: number) => void
}

/**
 * Walks along the end of the journal for all streams of this process: events are read once, and who may read an entry is
 * found by an index of the readers. A stream that begins, or whose reader's teams or groups change, walks on its own like
 * a page of the feed up to a place of this walk, while what comes behind that place waits in its queue.
 */
export class Tail {
  readonly #ctx: Context
  readonly #streams = new Set<Stream>()
  readonly #readers = new Readers()
  readonly #catchingUp = new Slots(MOST_CATCHING_UP)
  #enrolling: Enrolment[] = []
  #interrupt = new AbortController()
  #isRunning = false
  /** All up to here was told. */
  #position = 0
  /** The streams that get something at the end of the walk that goes on. */
  #told: Stream[] = []
  #nothing = new Told()
  #unsent = 0
  readonly #workload = new Workload(GIVING_WAY)
  /** The last event up to there. */
  #last = { id: 0, cursor: '' }
  readonly #checkCredentials: () => Promise<void>

  /** `checkCredentials` ends the streams whose key or session has ended. */
  constructor(ctx: Context, checkCredentials: () => Promise<void>) {
    this.#ctx = ctx
    this.#checkCredentials = checkCredentials
  }

  get streams(): ReadonlySet<Stream> {
    return this.#streams
  }

  /** Follows the feed from a place on, until the client is gone. */
  async follow(stream: Stream, from: Place): Promise<void> {
    this.#streams.add(stream)
    stream.client.onGone(() => this.#leave(stream))
    await this.#catchUp(stream, from).catch((error: unknown) => this.#fail(stream, error))
  }

  /** A sign of life for those who got nothing for so long, with the place if it moved. */
  beat(ms: number): void {
    const before = performance.now() - ms
    const frame = beatFrame(this.#last.cursor)
    for (const stream of this.#streams) {
      if (stream.sentAt > before || !stream.client.isReady) continue
      if (!stream.queue && !stream.told && stream.known < this.#last.id) stream.send(frame, this.#last.id)
      else stream.send(beatFrame())
    }
  }

  #leave(stream: Stream): void {
    this.#streams.delete(stream)
    const { reader } = stream
    reader?.streams.delete(stream)
    if (reader?.streams.size === 0 && this.#readers.get(reader.userid, reader.team) === reader) {
      this.#readers.delete(reader)
    }
  }

  async #catchUp(stream: Stream, from: Place): Promise<void> {
    const { read } = this.#ctx.db
    const { client, actor } = stream
    const query = { ...stream.query, limit: PAGE }
    for (let place = from; !client.isGone; ) {
      const settled = await this.#enrol(stream, place)
      for (let more = true; more && !client.isGone; ) {
        const page = await this.#catchingUp.use(async () => {
          const walked = await walkPage(read, { actor, query, from: place, settled })
          if (walked.lines.length > 0) return toPage(read, walked, query.values === 1)
          return { changes: [], more: walked.more, place: walked.place }
        })
        place = page.place
        more = page.more
        for (const change of page.changes) {
          await client.hasRoom()
          stream.send(changeFrame(change), place.position)
        }
      }
      if (stream.query.values === 1) await this.#ctx.feed.untilAfter(settled, IDLE_MS)
      await stream.sendQueued()
      if (!stream.queue) return
      if (stream.known > place.position) place = placeAt(stream.known)
    }
  }

  /** Joins the walk. Resolves with the place behind which lines wait in the queue of the stream. */
  #enrol(stream: Stream, from: Place): Promise<number> {
    return new Promise((enrolled) => {
      this.#enrolling.push({ stream, from, enrolled })
      this.#interrupt.abort()
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    let hasBegun = false
    while (this.#streams.size > 0 && !this.#ctx.feed.isClosed) {
      try {
        if (!hasBegun) await this.#begin()
        hasBegun = true
        this.#interrupt = new AbortController()
        const wait = this.#enrolling.length > 0 ? ENROLLING_MS : IDLE_MS
        const found = await this.#ctx.feed.untilAfter(this.#position, wait, this.#interrupt.signal)
        const began = performance.now()
        const events = found ? await this.#walk(found) : 0
        await this.#enrolAll()
        // While the process is busy, fewer and longer writes leave the time to those who make it happen.
        if (events > 0) await sleep(Math.max(PAUSE_MS, this.#workload.pauseAfter(performance.now() - began)))
      } catch (error) {
        this.#ctx.log.warn({ err: error }, 'streams wait: the journal could not be read')
        await sleep(IDLE_MS)
      }
    }
    this.#isRunning = false
  }

  /** Begins at the settled event. */
  async #begin(): Promise<void> {
    const { read } = this.#ctx.db
    this.#position = await this.#ctx.feed.settled()
    const [last] = await repo.findLastUpTo(read, { id: this.#position })
    const id = last?.id ?? 0
    this.#last = { id, cursor: await cursorOf(read, placeAt(id)) }
  }

  /** Tells all up to the settled event. Returns how many events that were. */
  async #walk({ settled }: SettledEvent): Promise<number> {
    let events = 0
    /** Who is moved up to here is dismissed, and comes back only after this walk. */
    let dismissedUpTo = 0
    try {
      while (this.#position < settled) {
        events += await this.#walkBatch(settled, dismissedUpTo)
        dismissedUpTo = settled
      }
    } finally {
      this.#send()
    }
    return events
  }

  async #walkBatch(settled: number, dismissedUpTo: number): Promise<number> {
    const { read } = this.#ctx.db
    const batch = await Batch.load(read, this.#position, settled)
    // Afterwards, so that nobody who was moved out meanwhile gets titles of now.
    const behind = await readBehind(read, Math.max(batch.end, dismissedUpTo))
    if (batch.touchesCredentials || behind.touchesCredentials) await this.#checkCredentials()
    const moved = [...batch.moved, ...behind.moved]
    // They go on from the last batch, so its lines must be sent before.
    if (moved.length > 0 || this.#unsent >= MOST_AT_ONCE) this.#send()
    for (const userid of moved) this.#dismiss(userid)
    this.#tell(batch)
    this.#position = batch.end
    this.#last = batch.last ?? this.#last
    return batch.length
  }

  /** What each stream gets of a batch is sent at the end of the walk, with what it gets of other batches. */
  #tell(batch: Batch): void {
    for (const [line, readers] of batch.lines(this.#readers)) {
      for (const reader of readers) {
        for (const stream of reader.streams) {
          if (!stream.wants(line)) continue
          if (!stream.told) this.#told.push(stream)
          stream.told = (stream.told ?? this.#nothing).and(line)
        }
      }
    }
    this.#unsent += batch.length
  }

  #send(): void {
    for (const stream of this.#told) {
      const { told } = stream
      stream.told = undefined
      if (!told) continue
      const pieces = told.pieces(this.#last.id)
      if (!stream.queue && (pieces.length > 1 || !stream.client.isReady)) this.#waitFor(stream)
      stream.take(pieces)
    }
    this.#told = []
    this.#nothing = new Told()
    this.#unsent = 0
  }

  /** What comes meanwhile waits until the client has read what it got before. */
  #waitFor(stream: Stream): void {
    stream.queue = []
    const sent = async () => {
      await stream.client.hasRoom()
      await stream.sendQueued()
      if (stream.queue) await this.#catchUp(stream, placeAt(stream.known))
    }
    sent().catch((error: unknown) => this.#fail(stream, error))
  }

  /** The streams of a person whose teams or groups change walk through that on their own. */
  #dismiss(userid: number): void {
    for (const reader of [...this.#readers.ofUser(userid)]) {
      this.#readers.delete(reader)
      for (const stream of reader.streams) {
        const isUp = stream.queue === undefined
        stream.reader = undefined
        stream.forget()
        if (isUp) this.#catchUp(stream, placeAt(this.#last.id)).catch((error: unknown) => this.#fail(stream, error))
      }
    }
  }

  async #enrolAll(): Promise<void> {
    const waiting = this.#enrolling
    this.#enrolling = []
    try {
      for (let [one] = waiting; one; [one] = waiting) {
        const { stream, from, enrolled } = one
        // Another server may have given out the cursor, and know of later events that are settled.
        if (Math.max(from.position, from.since) > this.#position) this.#enrolling.push(one)
        else {
          if (stream.query.values !== 1 && !stream.client.isGone) await this.#seat(stream)
          enrolled(this.#position)
        }
        waiting.shift()
      }
    } finally {
      // Those that a failed read left over wait for the next round.
      this.#enrolling.push(...waiting)
    }
  }

  /** From now on what the others are told waits for the stream. */
  async #seat(stream: Stream): Promise<void> {
    const { userid, team } = stream.actor
    const reader = this.#readers.get(userid, team) ?? (await this.#loadReader(userid, team))
    stream.reader = reader
    stream.isStale = false
    stream.queue = []
    reader.streams.add(stream)
    if (stream.client.isGone) this.#leave(stream)
  }

  async #loadReader(userid: number, team: number): Promise<Reader> {
    const [row] = await repo.findPrincipalsAt(this.#ctx.db.read, { userid, at: this.#position })
    const nameless = { userid, teams: '', admin_teams: '', teamgroups: '' }
    const reader = new Reader(userid, team, principalsOf(row ?? nameless))
    this.#readers.add(reader)
    return reader
  }

  #fail(stream: Stream, error: unknown): void {
    if (!stream.client.isGone) this.#ctx.log.error({ err: error }, 'a stream of changes broke off')
    stream.client.end()
  }
}

function placeAt(position: number): Place {
  return { position, sub: 0, since: 0 }
}

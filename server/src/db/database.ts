import type { Engine } from './dialect.ts'
import type { Db } from './schema.ts'

/** Counters since the start, and what waits now. */
export interface WriteQueue {
  waiting: number
  commits: number
  /** Changes in these commits: divided by their number, the size of a group. */
  changes: number
  commitSeconds: number
  /** Spent waiting for locks of other processes. */
  lockSeconds: number
}

export interface WriteOptions {
  /** A migration, say: no time-out ends it. */
  takesLong?: boolean
}

/** The connections of one pool. */
export interface PoolState {
  name: string
  size: number
  busy: number
  idle: number
  /** Requests that wait for one. */
  waiting: number
}

/** A database, whichever engine. */
export interface Database {
  engine: Engine
  /** For reads. Sees everything that was acknowledged before. */
  read: Db
  /** For `query.stream()`: each open stream has a connection and a snapshot of its own. */
  streaming: Db
  /** Lends one of these connections for queries one after the other; no `stream()`. */
  aside<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** How many of these may be open for readers at a time; a few more connections are there for backup and verify. */
  mostStreams: number
  /**
   * Runs a change as one transaction and resolves once it is durable. Nothing but the database may be awaited inside:
   * on SQLite all writers wait meanwhile, and on PostgreSQL the work may run again after a conflict.
   */
  write<T>(work: (db: Db) => Promise<T>, options?: WriteOptions): Promise<T>
  /** What waits to be written and how long writing takes. Undefined: the engine has no queue of ours. */
  writeQueue(): WriteQueue | undefined
  /** The connections to a server; none where there is no server. */
  pools(): PoolState[]
  /**
   * Differs as soon as anybody's rights may have changed, here or in another process: what was read of them under another
   * number is void. Undefined: this engine cannot tell cheaply, rights must be read each time.
   */
  rightsEpoch(): number | undefined
  /** To be said after a change of people, teams, keys or sessions is durable, before anybody is answered. */
  noteRightsChanged(): void
  close(): Promise<void>
}

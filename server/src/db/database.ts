import type { Engine } from './dialect.ts'
import type { Db } from './schema.ts'

/** Counters since the start, and the current queue. */
export interface WriteQueue {
  waiting: number
  commits: number
  /** The changes in these commits; divided by the number of commits, the size of a group. */
  changes: number
  commitSeconds: number
  /** Time spent waiting for locks of other processes. */
  lockSeconds: number
}

export interface WriteOptions {
  /** Such as a migration: it has no time-out. */
  takesLong?: boolean
  /**
   * The entry that the change alters, with what belongs to it; 0 for a new one. It must be short and alter nothing else
   * that it has read before. On PostgreSQL it may then share a transaction with changes of other entries.
   */
  ofEntry?: number | undefined
  /** It only adds a row to its entry, and what it has read stays true if others do the same meanwhile. */
  onlyAdds?: boolean
}

/** The connections of one pool. */
export interface PoolState {
  name: string
  size: number
  busy: number
  idle: number
  /** Requests that wait for a connection. */
  waiting: number
}

export interface SettledEvent {
  settled: number
  last: number
}

/** Words between processes. They may be lost. */
export interface ProcessChannel {
  /** Hears what other processes say; `commit` for what they stored. */
  onWord(listener: (word: string) => void): void
  /** Asks the others to speak, for some seconds. */
  ask(): void
  say(word: string): void
}

/** A connection for filling the search indexes of entries, beside those that answer requests. */
export interface IndexConnection {
  /** Reads the notebook. */
  read: Db
  /** Runs one transaction on the indexes. On SQLite it can only read the notebook. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The file of the search indexes, which is made from the notebook. */
export interface SearchFile {
  /** A search met damage. Searches are refused until it is replaced. */
  readonly isDamaged: boolean
  /** When it may be replaced again, on the clock of `performance.now()`. */
  healsAt: number
  /** The refusal of a search. */
  refusal(cause?: unknown): Error
  /** Another process replaced it: this one still reads the old one. */
  readonly wasReplaced: boolean
  /** Uses the file that is there now. */
  use(): void
  /** Begins with an empty one. Mark all entries as not indexed before. */
  replace(): void
}

/** A database on either engine. */
export interface Database {
  engine: Engine
  /** For reads. Sees everything acknowledged before. */
  read: Db
  /** For `query.stream()`: each open stream has its own connection and snapshot. */
  streaming: Db
  /** Lends one of these connections for consecutive queries; no `stream()`. */
  aside<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** How many of these may be open for readers at a time; a few more are reserved for backup and verify. */
  mostStreams: number
  /**
   * Runs a change as one transaction and resolves once it is durable. Await only the database inside, and turns of
   * others in long work: on SQLite all writers wait meanwhile, and on PostgreSQL the work may run again after a conflict.
   */
  write<T>(work: (db: Db) => Promise<T>, options?: WriteOptions): Promise<T>
  /** The length and latency of the write queue. Undefined if the engine has no queue of ours. */
  writeQueue(): WriteQueue | undefined
  /** The connection pools; empty without a database server. */
  pools(): PoolState[]
  /**
   * Changes as soon as anybody's rights may have changed, here or in another process: then cached rights are invalid.
   * Undefined if this engine cannot tell cheaply: then rights must be read each time.
   */
  rightsEpoch(): number | undefined
  /** Call this after a change of people, teams, keys or sessions is durable, and before anybody is answered. */
  noteRightsChanged(): void
  /**
   * The settled event: no event up to this id can appear any more, and reads that begin now see all of them. `last` is
   * the last id that was given; a settled event or one that may still appear.
   */
  settledEvent(): Promise<SettledEvent>
  /** Words to and from other processes on the same database. Undefined if the engine has none. */
  channel?: ProcessChannel
  /** Undefined if the search indexes have no file of their own. */
  searchFile?: SearchFile
  close(): Promise<void>
}

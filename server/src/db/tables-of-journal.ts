import type { Generated } from 'kysely'

// The journal, and what a change leaves for its repetition or its continuation.

/** The journal. Rows are only ever added. */
export interface EventsTable {
  id: Generated<number>
  /** The entry whose chain this belongs to; 0 for what belongs to no entry. */
  chain: number
  /** 1, 2, 3, … within the chain. */
  position: number
  at: string
  /** Who; null for the system itself. */
  userid: number | null
  /** With what: `apikey:7`, `session:3`, `cli`, `system`. */
  via: string
  address: string
  subject: string
  subject_id: number
  verb: string
  /** Names of the changed fields, `title,date`: readable without the values, which may be large. */
  fields: string
  /** 1: goes on with what the event before it began (the next save of the same text), and readings may skip it. */
  continues: number
  /** JSON of the changed fields, see journal/changes.ts. */
  changes: string
  reason: string | null
  /** Hash of the subject's row after the change; null when the subject is gone. */
  seal: string | null
  prev_hash: string
  hash: string
}

/** The end of each chain: a cut-off tail shows. */
export interface ChainsTable {
  chain: number
  length: number
  head: string
}

/** All events up to one, hashed together; can be time-stamped outside. */
export interface CheckpointsTable {
  id: Generated<number>
  at: string
  last_event: number
  events: number
  prev_hash: string
  hash: string
}

export interface IdempotencyTable {
  /** SHA-256 over user and Idempotency-Key. */
  key_hash: string
  userid: number
  request_hash: string
  /** JSON of what the operation returned. */
  result: string
  created_at: string
  /** From then on the key is a new request. */
  expires_at: string
}

/** Changes of many entries that follow from one, and go on in the background: see features/sweeps. */
export interface SweepsTable {
  id: Generated<number>
  kind: string
  /** The tag or the team group that changed. */
  subject_id: number
  /** The tag that takes its place. */
  into_id: number | null
  /** The last entry that is done. */
  after_id: number
  /** Who caused it, and with what. */
  userid: number | null
  via: string
  address: string
  created_at: string
}

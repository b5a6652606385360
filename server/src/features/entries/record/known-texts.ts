import { sql } from 'kysely'
import type { Engine } from '../../../db/dialect.ts'
import type { Db } from '../../../db/schema.ts'
import { INSTANCE_CHAIN } from '../../../journal/record.ts'
import { UsedLast } from '../../../lib/used-last.ts'
import type { Written } from '../../../records/written.ts'
import { favouritesJoined } from './row-sql.ts'

declare module '../../../context.ts' {
  interface Context {
    knownTexts: KnownTexts
  }
}

/** All that the text of a record depends on. */
export interface Stamp extends EntryStamp, ReaderStamp {}

/** What differs from entry to entry. */
export interface EntryStamp {
  /**
   * The head of the entry's chain: another one after every change of the entry, its tags, comments, steps and files.
   * Null if its chain was lost; then nothing is known of it.
   */
  head: string | null
  /** The reader, if they pinned it. */
  pinned_by: number | null
}

/** What all entries of a reader have in common. */
export interface ReaderStamp {
  /** The head of the chain of people, teams, categories and tags, whose names a record shows, and of pins. */
  instance_head: string | null
  /** The reader's favourite tags. */
  favourites: string | null
}

/** The entries' part of the stamps for a reader; the caller adds a condition. */
export function selectStamps(db: Db, userid: number) {
  return db
    .selectFrom('entities')
    .leftJoin('chains as h', 'h.chain', 'entities.id')
    .leftJoin('pins as p', (join) => join.onRef('p.entity_id', '=', 'entities.id').on('p.userid', '=', userid))
    .select(['entities.id', 'h.head', 'p.userid as pinned_by'])
}

/** The reader's part. */
export function readerStamp(engine: Engine, userid: number) {
  return [instanceHead().as('instance_head'), favouritesJoined(engine, userid).as('favourites')] as const
}

/** The heads to select with a row, so that its text is kept with a stamp of the same moment. */
export function headsOfRow() {
  const head = sql<string | null>`(select head from chains where chain = entities.id)`
  return [head.as('head'), instanceHead().as('instance_head')] as const
}

export function instanceHead() {
  return sql<string | null>`(select head from chains where chain = ${sql.lit(INSTANCE_CHAIN)})`
}

const MOST_UNITS = 16_000_000
/** One long text must not drop many short ones. */
const LONGEST = 100_000

interface Known {
  stamp: Stamp
  written: Written<never>
}

/**
 * Texts of records that were sent before. To compare the stamp of an entry takes a tenth of the time in which its text
 * is composed, and one round trip on PostgreSQL. Access is decided without it.
 *
 * A text must be neither older nor newer than its stamp: whoever read that stamp a moment ago would be shown what
 * they may no longer read, or somebody else's pins.
 */
export class KnownTexts {
  /** By kind and id. */
  readonly #known = new UsedLast<string, Known>(MOST_UNITS)

  find<Record>(kind: string, id: number, stamp: Stamp): Written<Record> | undefined {
    const known = this.#known.find(keyOf(kind, id, stamp))
    return known && isSame(known.stamp, stamp) ? known.written : undefined
  }

  keep(kind: string, id: number, stamp: Stamp, written: Written<unknown>): void {
    if (stamp.head === null || written.length > LONGEST) return
    const key = keyOf(kind, id, stamp)
    this.#known.keep(key, { stamp, written: written as Written<never> }, unitsOf(key, written))
  }
}

/** Readers without pins and favourites share a text. */
function keyOf(kind: string, id: number, { pinned_by, favourites }: Stamp): string {
  return `${kind} ${id} ${pinned_by === null ? '' : 'pinned'} ${favourites ?? ''}`
}

function isSame(a: Stamp, b: Stamp): boolean {
  return a.head === b.head && a.instance_head === b.instance_head
}

export function isSameStamp(a: Stamp, b: Stamp): boolean {
  return isSame(a, b) && a.pinned_by === b.pinned_by && a.favourites === b.favourites
}

/** A text is kept with its bytes. */
function unitsOf(key: string, { length, fingerprint }: Written<unknown>): number {
  return key.length + 2 * length + (fingerprint?.length ?? 0)
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ID, type Values } from '../../access/entry-filter.ts'
import type { Context } from '../../context.ts'
import { type Engine, jsonValues } from '../../db/dialect.ts'
import type { IdRange } from '../../db/entry-index.ts'
import { Unavailable } from '../../errors.ts'
import { headWordsOf } from '../../lib/search-words.ts'
import { Texts } from '../../text-work/text-work.ts'
import * as repo from './indexing/pending.repo.ts'

declare module '../../context.ts' {
  interface Context {
    /** The words of the entries that were not indexed when somebody last searched. */
    pendingWords: { last: ReadonlyMap<number, PendingWords> }
  }
}

/** What the index will say about an entry. */
interface PendingWords {
  version: number
  textVersion: number
  /** With a blank before and after each: those of the main text, and all others. */
  text: string
  head: string
}

/**
 * The entries that are not in the search indexes yet. The indexes are out of date about them, so a search decides about
 * them here and gives the database the ids of those that match.
 */
export class Pending {
  readonly #known: ReadonlyMap<number, PendingWords>
  /** The matching entries by what is searched: several filters of a search ask for the same. */
  readonly #found = new Map<string, ReadonlySet<number>>()

  constructor(known: ReadonlyMap<number, PendingWords> = new Map()) {
    this.#known = known
  }

  get isEmpty(): boolean {
    return this.#known.size === 0
  }

  /** A part of the key of each filter that uses them. */
  get key(): string {
    return this.isEmpty ? '' : ' pending'
  }

  /** The values of a filter for entries that have, of each list, one of the prefixes of words. */
  startingWith(name: string, ...lists: readonly (readonly string[])[]): Values {
    if (this.isEmpty) return {}
    const each = lists.map((starts) => starts.map((start) => this.#having(` ${start}`)))
    const ids = [...this.#known.keys()].filter((id) => each.every((some) => some.some((found) => found.has(id))))
    return this.#values(name, ids)
  }

  /** The values of a filter for entries with this whole word. */
  having(name: string, word: string): Values {
    return this.isEmpty ? {} : this.#values(name, [...this.#having(` ${word} `)])
  }

  /** The values of a filter for which all of them are candidates. */
  values(): Values {
    return this.isEmpty ? {} : { pending: JSON.stringify([...this.#known.keys()]) }
  }

  /** Looks for these prefixes of words beforehand, so that others get their turn in between. */
  async prepare(starts: readonly string[]): Promise<void> {
    if (this.isEmpty) return
    let bytes = 0
    for (const start of new Set(starts)) {
      const found = new Set<number>()
      for (const [id, words] of this.#known) {
        if (has(words, ` ${start}`)) found.add(id)
        bytes += words.head.length + words.text.length
        if (bytes > BYTES_PER_TURN) {
          await nextTurn()
          bytes = 0
        }
      }
      this.#found.set(` ${start}`, found)
    }
  }

  #having(part: string): ReadonlySet<number> {
    const known = this.#found.get(part)
    if (known) return known
    const found = new Set<number>()
    for (const [id, words] of this.#known) if (has(words, part)) found.add(id)
    this.#found.set(part, found)
    return found
  }

  #values(name: string, ids: readonly number[]): Values {
    return { ...this.values(), [listName(name)]: JSON.stringify(ids) }
  }

  /** The condition on an entry: its id decides if it is pending, otherwise the index. */
  orElse(engine: Engine, p: Values, name: string, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
    if (this.isEmpty) return condition
    return sql`(case when ${isListed(engine, ID, p.pending)} then ${isListed(engine, ID, p[listName(name)])}
      else ${condition} end)`
  }

  /** The ids that the index returns, without pending entries, and the pending ones that match. */
  among(engine: Engine, p: Values, name: string, ids: RawBuilder<unknown>, within?: IdRange): RawBuilder<unknown> {
    if (this.isEmpty) return ids
    return sql`select id from (${ids}) as indexed where not (${isListed(engine, sql.ref('indexed.id'), p.pending)})
      union all ${listed(engine, p[listName(name)], within)}`
  }

  /** The ids that the index returns, and all pending entries: for candidates that are checked again. */
  andAll(engine: Engine, p: Values, ids: RawBuilder<unknown>, within?: IdRange): RawBuilder<unknown> {
    if (this.isEmpty) return ids
    return sql`select id from (${ids}) as indexed union all ${listed(engine, p.pending, within)}`
  }
}

function has({ head, text }: PendingWords, part: string): boolean {
  return head.includes(part) || text.includes(part)
}

/** Looking through these takes a few milliseconds. */
const BYTES_PER_TURN = 1_000_000

function listName(name: string): string {
  return `pending ${name}`
}

/** As a subquery, which PostgreSQL hashes: it would compare an array with each row, one by one. */
function isListed(engine: Engine, id: RawBuilder<unknown>, list: unknown): RawBuilder<boolean> {
  return sql`${id} in (${jsonValues(engine, list, 'integer')})`
}

function listed(engine: Engine, list: unknown, within: IdRange | undefined): RawBuilder<unknown> {
  const all = sql`select value as id from (${jsonValues(engine, list, 'integer')}) as listed`
  return within ? sql`${all} where value between ${within.first} and ${within.last}` : all
}

/** Ten times the backlog at which changes wait (backlog.ts). More are marked only while the indexes are made again. */
const MOST_PENDING = 50_000

/** The bytes that are read at a time, before others get their turn. */
const MOST_BYTES = 100_000

/** Reads the entries that are not indexed yet. It includes everything that was acknowledged before. */
export async function lookAtPending(ctx: Pick<Context, 'db' | 'pendingWords'>): Promise<Pending> {
  const { searchFile } = ctx.db
  if (searchFile?.isDamaged) throw searchFile.refusal()
  const waiting = await repo.listAll(ctx.db.read, { most: MOST_PENDING + 1 })
  if (waiting.length > MOST_PENDING) throw new Unavailable('storage.search_damaged', { retryAfterSeconds: 10 })
  const { last } = ctx.pendingWords
  const known = new Map<number, PendingWords>()
  const [missing, withNewHead]: [repo.Waiting[], repo.Waiting[]] = [[], []]
  for (const one of waiting) {
    const words = last.get(one.id)
    if (words?.version === one.version) known.set(one.id, words)
    else if (words && isSameText(words, one)) withNewHead.push({ ...one, bytes: 0 })
    else missing.push(one)
  }
  const note = ({ id, version, textVersion, ...head }: repo.PendingEntry, text: string) =>
    known.set(id, { version, textVersion, text, head: ` ${headWordsOf(head).words.join(' ')} ` })
  for (const ids of inPortions(withNewHead)) {
    if (known.size > 0) await nextTurn()
    // Those that are missing in the answer have been indexed since.
    for (const entry of await repo.readEntries(ctx.db.read, ids, 'none')) {
      const words = last.get(entry.id)
      if (words && isSameText(words, entry)) note(entry, words.text)
      else missing.push({ ...entry, bytes: 0 })
    }
  }
  for (const ids of inPortions(missing)) {
    if (known.size > 0) await nextTurn()
    for (const entry of await repo.readEntries(ctx.db.read, ids, 'new, or words')) note(entry, await textWordsOf(entry))
  }
  ctx.pendingWords.last = known
  return new Pending(known)
}

/** Whether the main text is the one of these words. */
function isSameText({ textVersion }: PendingWords, entry: { textVersion: number }): boolean {
  return textVersion !== 0 && textVersion === entry.textVersion
}

/** The words of its main text. A long one is taken apart on another thread. */
async function textWordsOf({ text, textWords }: repo.PendingEntry): Promise<string> {
  return ` ${textWords ?? (await new Texts(0).later('joinedWords', text ?? ''))} `
}

function* inPortions(waiting: readonly repo.Waiting[]): Generator<number[]> {
  let ids: number[] = []
  let bytes = 0
  for (const one of waiting) {
    if (ids.length > 0 && bytes + one.bytes > MOST_BYTES) {
      yield ids
      ids = []
      bytes = 0
    }
    ids.push(one.id)
    // Title, tags and fields count too.
    bytes += one.bytes + 500
  }
  if (ids.length > 0) yield ids
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ID, type IdRange, type Values } from '../../access/entry-filter.ts'
import type { Context } from '../../context.ts'
import { type Engine, inNumbers, jsonValues } from '../../db/dialect.ts'
import { searchText } from '../../lib/search-text.ts'
import { foldText } from '../../lib/text.ts'
import * as repo from './indexing/pending.repo.ts'

declare module '../../context.ts' {
  interface Context {
    /** The texts of the entries that were not indexed when somebody last searched. */
    pendingTexts: { last: ReadonlyMap<number, PendingText> }
  }
}

/** The folded texts of an entry. */
export interface PendingText {
  version: number
  title: string
  fields: string
  /** Tags and permanent id. */
  others: string
  body: string
}

/** The places in which a word is searched. */
export type Place = 'title' | 'fields' | 'text'

/**
 * The entries that are not in the search indexes yet. The indexes are out of date about them, so a search decides about
 * them here and gives the database the ids of those that match.
 */
export class Pending {
  readonly #known: ReadonlyMap<number, PendingText>

  constructor(known: ReadonlyMap<number, PendingText> = new Map()) {
    this.#known = known
  }

  get isEmpty(): boolean {
    return this.#known.size === 0
  }

  /** A part of the key of each filter that uses them. */
  get key(): string {
    return this.isEmpty ? '' : ' pending'
  }

  /** The values of a filter for entries with all of these prefixes of words, each in one of the places. */
  startingWith(name: string, starts: readonly string[], places: readonly Place[]): Values {
    return this.#values(name, (entry) =>
      starts.every((start) => textsIn(entry, places).some((text) => hasWord(text, start, 'start'))),
    )
  }

  /** The values of a filter for entries with this whole word in the title. */
  having(name: string, word: string): Values {
    return this.#values(name, ({ title }) => hasWord(title, word, 'whole'))
  }

  /** The values of a filter for which all of them are candidates. */
  values(): Values {
    return this.isEmpty ? {} : { pending: JSON.stringify([...this.#known.keys()]) }
  }

  #values(name: string, isMatch: (entry: PendingText) => boolean): Values {
    if (this.isEmpty) return {}
    const matching = [...this.#known].filter(([, entry]) => isMatch(entry)).map(([id]) => id)
    return { ...this.values(), [listName(name)]: JSON.stringify(matching) }
  }

  /** The condition on an entry: its id decides if it is pending, otherwise the index. */
  orElse(engine: Engine, p: Values, name: string, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
    if (this.isEmpty) return condition
    return sql`(case when ${inNumbers(engine, ID, p.pending)} then ${inNumbers(engine, ID, p[listName(name)])}
      else ${condition} end)`
  }

  /** The ids that the index returns, without pending entries, and the pending ones that match. */
  among(engine: Engine, p: Values, name: string, ids: RawBuilder<unknown>, within?: IdRange): RawBuilder<unknown> {
    if (this.isEmpty) return ids
    return sql`select id from (${ids}) as indexed where not (${inNumbers(engine, sql.ref('indexed.id'), p.pending)})
      union all ${listed(engine, p[listName(name)], within)}`
  }

  /** The ids that the index returns, and all pending entries: for candidates that are checked again. */
  andAll(engine: Engine, p: Values, ids: RawBuilder<unknown>, within?: IdRange): RawBuilder<unknown> {
    if (this.isEmpty) return ids
    return sql`select id from (${ids}) as indexed union all ${listed(engine, p.pending, within)}`
  }
}

function textsIn({ title, fields, others, body }: PendingText, places: readonly Place[]): string[] {
  return places.flatMap((place) =>
    place === 'title' ? [title] : place === 'fields' ? [fields] : [title, others, body],
  )
}

/** Whether a folded text has a word with this prefix, or this whole word. */
function hasWord(text: string, word: string, how: 'start' | 'whole'): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    if (!endsInWord(text, at) && (how === 'start' || !startsInWord(text, end))) return true
  }
  return false
}

const LETTER = /^[\p{L}\p{N}]/u

function startsInWord(text: string, at: number): boolean {
  const code = text.codePointAt(at)
  return code !== undefined && LETTER.test(String.fromCodePoint(code))
}

function endsInWord(text: string, at: number): boolean {
  if (at === 0) return false
  const before = text.charCodeAt(at - 1)
  const isLowHalf = before >= 0xdc00 && before <= 0xdfff
  return startsInWord(text, isLowHalf ? at - 2 : at - 1)
}

function listName(name: string): string {
  return `pending ${name}`
}

/** For `JSON.stringify`: leaves out which entries are pending, which does not affect how a search is best done. */
export function withoutPending(name: string, value: unknown): unknown {
  return name.startsWith('pending') ? undefined : value
}

function listed(engine: Engine, list: unknown, within: IdRange | undefined): RawBuilder<unknown> {
  const all = sql`select value as id from (${jsonValues(engine, list, 'integer')}) as listed`
  return within ? sql`${all} where value between ${within.first} and ${within.last}` : all
}

/** The bytes that are read at a time, before others get their turn. */
const MOST_BYTES = 200_000

/** Reads the entries that are not indexed yet. It includes everything that was acknowledged before. */
export async function lookAtPending(ctx: Pick<Context, 'db' | 'pendingTexts'>): Promise<Pending> {
  const waiting = await repo.listAll(ctx.db.read, {})
  const known = new Map<number, PendingText>()
  const missing: repo.Waiting[] = []
  for (const one of waiting) {
    const texts = ctx.pendingTexts.last.get(one.id)
    if (texts?.version === one.version) known.set(one.id, texts)
    else missing.push(one)
  }
  for (const ids of inPortions(missing)) {
    if (known.size > 0) await nextTurn()
    // Those that are missing in the answer have been indexed since.
    for (const entry of await repo.readTexts(ctx.db.read, ids)) known.set(entry.id, textOf(entry))
  }
  ctx.pendingTexts.last = known
  return new Pending(known)
}

function textOf({ version, title, elabid, tags, text, values }: repo.PendingEntry): PendingText {
  const others = foldText([elabid ?? '', ...tags].join(' '))
  return { version, title: searchText(title), fields: foldText(values.join(' ')), others, body: text }
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

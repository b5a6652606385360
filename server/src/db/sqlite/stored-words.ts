import { type RawBuilder, sql } from 'kysely'

/**
 * The words of an entry are stored as one text, so that a search looks at them at once: first those of title, tags and
 * fields, then those of the main text. Between them is what no word has.
 */
const BETWEEN = ' | '

export function joinWords({ head, text }: { head: string; text: string }): string {
  return head + BETWEEN + text
}

export function splitWords(words: string): { head: string; text: string } {
  const end = words.indexOf(BETWEEN)
  return { head: words.slice(0, end), text: words.slice(end + BETWEEN.length) }
}

/** The words of the main text, as SQLite reads them. */
export function textOf(words: RawBuilder<unknown>): RawBuilder<string> {
  return sql`substr(${words}, instr(${words}, ${sql.lit(BETWEEN)}) + ${sql.lit(BETWEEN.length)})`
}

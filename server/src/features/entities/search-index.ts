import { sql } from 'kysely'
import { engineOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { htmlToText } from '../../lib/html.ts'
import { searchTokens } from '../../lib/text.ts'
import { blockName } from './id-blocks.ts'

/** What of an entry can be found by words. */
export interface SearchedTexts {
  title: string
  body: string | null
  /** 1 HTML, 2 Markdown. */
  contentType: number
  elabid: string | null
  tags: readonly string[]
}

/** Puts the words of an entry into the full-text index, in place of those it had there. */
export async function indexEntity(db: Db, entityId: number, texts: SearchedTexts): Promise<void> {
  const words = wordsOf(texts)
  // Both engines get finished words and only keep them, so that both find the same entries.
  const value = engineOf(db) === 'sqlite' ? words.join(' ') : JSON.stringify([...words, blockName(entityId)])
  await putWords(db, { id: entityId, words: value })
}

const HTML = 1

/** The body last: when a text is too long for the index, its own words are cut off, not title and tags. */
export function wordsOf({ title, body, contentType, elabid, tags }: SearchedTexts): string[] {
  const text = contentType === HTML ? htmlToText(body ?? '') : (body ?? '')
  return searchTokens([title, elabid ?? '', ...tags, text].join('\n'))
}

const putWords = prepared((db: Db, p: { id: number; words: string }, engine) => ({
  compile: () =>
    engine === 'sqlite'
      ? sql<never>`insert or replace into entity_search (rowid, words) values (${p.id}, ${p.words})`.compile(db)
      : sql<never>`
          insert into entity_search (entity_id, words)
          values (${p.id}, array_to_tsvector(array(select jsonb_array_elements_text(${p.words}::jsonb))))
          on conflict (entity_id) do update set words = excluded.words`.compile(db),
}))

import { sql } from 'kysely'
import { ENTRY_INDEX } from '../../../db/entry-indexes.ts'
import { FULL_TEXT, putWords as replaceWords } from '../../../db/full-text.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import { searchTokens } from '../../../lib/text.ts'
import { asRow } from './search-index.ts'

interface Indexed {
  id: number
  entity_id: number
  comment: string
}

/** Replaces the indexed words of a comment. */
export async function indexComment(db: Db, comment: Indexed): Promise<void> {
  await putWords(db, { id: comment.id, words: wordsOf(db, comment) })
}

/** The same for a new comment, without looking for old words. */
export async function indexNewComment(db: Db, comment: Indexed): Promise<void> {
  await addWords(db, { id: comment.id, words: wordsOf(db, comment) })
}

function wordsOf(db: Db, { entity_id, comment }: Indexed): string {
  return asRow(db, entity_id, searchTokens(comment))
}

export const forgetComment = prepared((db: Db, p: { id: number }, engine) => ({
  compile: () =>
    sql<never>`delete from entity_search_comments
      where ${sql.ref(ENTRY_INDEX[engine].commentId)} = ${p.id}`.compile(db),
}))

const addWords = prepared(
  (db: Db, p: { id: number; words: string }, engine) => ({
    compile: () => ENTRY_INDEX[engine].addComment(p).compile(db),
  }),
  { isUnanswered: true },
)

const putWords = prepared((db: Db, p: { id: number; words: string }, engine) => ({
  compile: () => replaceWords(engine, FULL_TEXT.comments, p.id, p.words).compile(db),
}))

import { inPages } from '../db/pages.ts'
import type { Db } from '../db/schema.ts'

/** A content that rows refer to. */
export interface Content {
  hash: string
  filesize: number
}

/** Each content that files up to an id refer to, once. */
export function listContents(db: Db, lastId: number): AsyncGenerator<Content[]> {
  return inPages<Content>((rows, last) =>
    db
      .selectFrom('uploads')
      .select(['hash', 'filesize'])
      .distinct()
      .where('id', '<=', lastId)
      .where('hash', '>', last?.hash ?? '')
      .orderBy('hash')
      .limit(rows)
      .execute(),
  )
}

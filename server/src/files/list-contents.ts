import { inPages } from '../db/read-in-pages.ts'
import type { Db } from '../db/schema.ts'

/** A content that rows refer to. */
export interface Content {
  hash: string
  filesize: number
}

/** Each content that files up to an id refer to, once. */
export async function* listContents(db: Db, lastId: number): AsyncGenerator<Content> {
  const pages = inPages<Content>((rows, last) =>
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
  for await (const page of pages) yield* page
}

import { inPages } from '../db/read-in-pages.ts'
import type { Db } from '../db/schema.ts'

/** Content that rows refer to. */
export interface Content {
  hash: string
  filesize: number
}

/** Lists each content once that uploads up to this id refer to. */
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

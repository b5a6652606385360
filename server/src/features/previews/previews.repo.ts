import { sql } from 'kysely'
import { anyOf, engineOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, PreviewRow } from '../../db/schema.ts'

export const findThumbnail = prepared((db: Db, p: { hash: string }) =>
  db.selectFrom('previews').select(['thumbnail', 'pages', 'version']).where('hash', '=', p.hash),
)

export const findVersion = prepared((db: Db, p: { hash: string }) =>
  db.selectFrom('previews').select('version').where('hash', '=', p.hash),
)

/** The old result stays until the new one is made. */
export const outdate = prepared((db: Db, p: { hash: string }) =>
  db
    .updateTable('previews')
    .set({ version: sql.lit(0) })
    .where('hash', '=', p.hash),
)

/** The indexed words of a content. */
export const findWords = prepared((db: Db, p: { hash: string }) =>
  db.selectFrom('previews').select(['words', 'version']).where('hash', '=', p.hash),
)

export async function put(db: Db, row: PreviewRow): Promise<void> {
  const { hash: _, ...values } = row
  await db
    .insertInto('previews')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(values))
    .execute()
}

interface Told {
  has_thumbnail: number
  pages: number | null
}

/** The preview information of these contents for records. */
export async function previewsOf(db: Db, hashes: readonly string[]): Promise<(hash: string) => Told> {
  const rows =
    hashes.length === 0
      ? []
      : await db
          .selectFrom('previews')
          .select(['hash', 'pages'])
          .select(sql<number>`case when thumbnail is null then 0 else 1 end`.as('has_thumbnail'))
          .where(anyOf(engineOf(db), sql.ref('hash'), hashes))
          .execute()
  const known = new Map(rows.map(({ hash, ...told }) => [hash, told]))
  return (hash) => known.get(hash) ?? { has_thumbnail: 0, pages: null }
}

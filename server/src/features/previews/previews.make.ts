import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../jobs/handler.ts'
import { isMakeable, isText, MOST_BYTES, VERSION } from '../../media/limits.ts'
import { Unreadable } from '../../media/maker.ts'
import type { MadeContent } from '../../media/protocol.ts'
import { type Content, makerOf, withCopy } from '../../media/workplace.ts'
import { indexUpload } from '../search/file-index.ts'
import * as previews from './previews.repo.ts'

/** Makes of a content what is to be made of it, once, whatever the number of files that have it. */
export const makeContent: Handler = async (ctx, { subject: hash }, signal) => {
  const [content] = await findContent(ctx.db.read, { hash })
  if (!content || !isMakeable(content.mime)) return 'done'
  const [known] = await previews.findVersion(ctx.db.read, { hash })
  if (known?.version !== VERSION) {
    const made = await look(ctx, content, signal)
    await ctx.db.write((db) => previews.put(db, { hash, version: VERSION, made_at: ctx.now(), ...made }))
  }
  await indexAll(ctx, hash)
  return 'done'
}

/** Lets all files with this content be found by it. Each stays as it is until it is indexed as it is. */
async function indexAll(ctx: Context, hash: string): Promise<void> {
  for (let after = 0; ; ) {
    const files = await ctx.db.write(async (db) => {
      const held = await holdShown(db, { hash, after })
      for (const file of held) await indexUpload(db, file)
      return held
    })
    if (files.length < AT_ONCE) return
    after = files.at(-1)?.id ?? 0
  }
}

const AT_ONCE = 50

const holdShown = prepared((db: Db, p: { hash: string; after: number }, engine) =>
  lockRow(
    engine,
    db
      .selectFrom('uploads')
      .select(['id', 'entity_id', 'real_name', 'hash', 'state'])
      .where('hash', '=', p.hash)
      .where('id', '>', p.after)
      .where('state', '=', sql.lit(1))
      .orderBy('id')
      .limit(AT_ONCE),
  ),
)

const findContent = prepared((db: Db, p: { hash: string }) =>
  db.selectFrom('uploads').select(['hash', 'mime', 'filesize']).where('hash', '=', p.hash).orderBy('id').limit(1),
)

async function look(ctx: Context, content: Content, signal: AbortSignal): Promise<MadeContent> {
  const { mime, filesize } = content
  if (filesize > MOST_BYTES && !isText(mime)) return nothing('too large to be looked into')
  if (filesize === 0) return nothing('empty')
  try {
    return await withCopy(ctx, content, (path) => makerOf(ctx).make({ task: 'content', path, mime }, { signal }))
  } catch (error) {
    if (error instanceof Unreadable) return nothing(error.message)
    throw error
  }
}

function nothing(problem: string): MadeContent {
  return { thumbnail: null, pages: null, words: '', text: null, problem }
}

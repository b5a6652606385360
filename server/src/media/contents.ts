import type { Context } from '../context.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import type { Handler } from '../jobs/handler.ts'
import { isMakeable, isText, MOST_BYTES, VERSION } from './limits.ts'
import { Unreadable } from './maker.ts'
import * as previews from './previews.repo.ts'
import type { MadeContent } from './protocol.ts'
import { type Content, makerOf, withCopy } from './workplace.ts'

/** Makes of a content what is to be made of it, once, whatever the number of files that have it. */
export const makeContent: Handler = async (ctx, { subject: hash }, { signal }) => {
  const [content] = await findContent(ctx.db.read, { hash })
  if (!content || !isMakeable(content.mime)) return 'done'
  const [known] = await previews.findVersion(ctx.db.read, { hash })
  if (known?.version !== VERSION) {
    const made = await look(ctx, content, signal)
    await ctx.db.write((db) => previews.put(db, { hash, version: VERSION, made_at: ctx.now(), ...made }))
  }
  return 'done'
}

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

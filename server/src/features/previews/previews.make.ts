import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { HEAD_BYTES } from '../../files/incoming.ts'
import { sniff, UNKNOWN } from '../../files/sniff.ts'
import type { Handler } from '../../jobs/handler.ts'
import {
  isMakeable,
  isReadable,
  isShowable,
  isText,
  MOST_BYTES,
  MOST_TEXT_MS,
  THUMBNAIL_SIDE,
  VERSION,
} from '../../media/limits.ts'
import { Broken, Unreadable } from '../../media/maker.ts'
import type { MadeContent } from '../../media/protocol.ts'
import { type Content, makerOf, withCopy } from '../../media/workplace.ts'
import { indexUpload } from '../search/file-index.ts'
import * as previews from './previews.repo.ts'

/** Processes a content once, however many files have it. */
export const makeContent: Handler = async (ctx, { subject: hash }, signal) => {
  const [stored] = await findContent(ctx.db.read, { hash })
  const content = stored && { ...stored, mime: await typeOf(ctx, stored) }
  if (!content || !isMakeable(content.mime)) return 'done'
  const [known] = await previews.findVersion(ctx.db.read, { hash })
  if (known?.version !== VERSION) {
    const made = await look(ctx, content, signal)
    await ctx.db.write((db) => previews.put(db, { hash, version: VERSION, made_at: ctx.now(), ...made }))
  }
  await indexAll(ctx, hash)
  return 'done'
}

/** Detects an unknown type again: an older file may be text that an earlier version did not recognise. */
async function typeOf(ctx: Context, { hash, mime, filesize }: Content): Promise<string> {
  if (mime !== UNKNOWN || filesize === 0) return mime
  const range = { start: 0, end: Math.min(HEAD_BYTES, filesize) - 1 }
  return sniff(await buffer(await ctx.files.store.read(hash, range)))
}

/** Indexes all files with this content. Each row is locked while it is indexed. */
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

/** Each part separately: a text that cannot be read, or not in time, does not hide the picture. */
async function look(ctx: Context, content: Content, signal: AbortSignal): Promise<MadeContent> {
  const { mime, filesize } = content
  if (filesize > MOST_BYTES && !isText(mime)) return nothing('too large to be looked into')
  if (filesize === 0) return nothing('empty')
  return withCopy(ctx, content, async (path) => {
    const { make } = makerOf(ctx)
    const problems = new Set<string>()
    const note = (error: unknown, isBearable: boolean) => {
      if (!isBearable || signal.aborted) throw error
      problems.add((error as Error).message)
      return null
    }
    const page = isShowable(mime)
      ? await make({ task: 'page', path, mime, page: 1, side: THUMBNAIL_SIDE }, { signal }).catch((error) =>
          note(error, error instanceof Unreadable),
        )
      : null
    const text = isReadable(mime)
      ? await make({ task: 'text', path, mime, mostMs: MOST_TEXT_MS }, { signal }).catch((error) =>
          note(error, error instanceof Unreadable || (error instanceof Broken && page !== null)),
        )
      : null
    if (text?.problem) problems.add(text.problem)
    return {
      thumbnail: page?.data ?? null,
      pages: page?.pages ?? null,
      words: text?.words ?? '',
      text: text?.text ?? null,
      problem: problems.size > 0 ? [...problems].join('; ') : null,
    }
  })
}

function nothing(problem: string): MadeContent {
  return { thumbnail: null, pages: null, words: '', text: null, problem }
}

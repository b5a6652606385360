import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGES_AT_ONCE, type PageWords } from '@aliquot/contract/page-words'
import type { Context } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { type PlainCode, Unavailable } from '../../errors.ts'
import { isShowable, MOST_BYTES, MOST_WORDS_MS, PREVIEW_SIDE, VERSION } from '../../media/limits.ts'
import { Broken, Unreadable } from '../../media/maker.ts'
import type { ContentRequest, MadePage } from '../../media/protocol.ts'
import { type Content, makerOf, withCopy } from '../../media/workplace.ts'
import { Written } from '../../records/written.ts'
import { findThumbnail } from './previews.repo.ts'

declare module '../../context.ts' {
  interface Context {
    previewPages: PreviewPages
  }
}

export interface Viewer {
  userid: number
  /** Aborted when the viewer has gone. */
  signal?: AbortSignal | undefined
}

/** A large picture of an image or a PDF page; drawn on demand and cached for a while. */
export async function pagePicture(ctx: Context, viewer: Viewer, content: Content, page: number): Promise<MadePage> {
  const { mime } = content
  if (!isShowable(mime)) return null
  return derive(ctx, viewer, {
    content,
    page,
    path: pathOf(ctx, content, `${page}.webp`),
    request: (path) => ({ task: 'page', path, mime, page, side: PREVIEW_SIDE }),
  })
}

/**
 * The words of a block of PDF pages, and where they are; read on demand and cached as pictures are. Sent as the media
 * process wrote them: to parse and write 80,000 words would hold up everybody.
 */
export async function pageWords(
  ctx: Context,
  viewer: Viewer,
  content: Content,
  page: number,
): Promise<Written<PageWords[]> | null> {
  if (content.mime !== 'application/pdf') return null
  const first = page - ((page - 1) % PAGES_AT_ONCE)
  const made = await derive(ctx, viewer, {
    content,
    page,
    path: pathOf(ctx, content, `${first}.json`),
    request: (path) => ({ task: 'words', path, page: first, count: PAGES_AT_ONCE, mostMs: MOST_WORDS_MS }),
  })
  const words = made ? new TextDecoder().decode(made.data) : ''
  // In a word the quotes would be escaped.
  return words.includes(`{"page":${page},"width":`) ? new Written(words) : null
}

async function derive(ctx: Context, viewer: Viewer, wanted: Wanted): Promise<MadePage> {
  const { content, page, path } = wanted
  const { hash, filesize } = content
  if (filesize > MOST_BYTES || filesize === 0) return null
  const [made] = await findThumbnail(ctx.db.read, { hash })
  // Content that failed before is not tried again for every viewer.
  const isHopeless = made ? !made.thumbnail : (await findFailed(ctx.db.read, { hash })).length > 0
  if (isHopeless || (made?.pages && page > made.pages)) return null
  const kept = await readFile(path).catch(() => undefined)
  if (kept) return { data: kept, pages: made?.pages ?? null }
  return ctx.config.PREVIEWS ? drawOnce(ctx, viewer, wanted) : null
}

function pathOf(ctx: Context, { hash }: Content, name: string): string {
  return join(folderOf(ctx), `${hash}-${VERSION}-${name}`)
}

const findFailed = prepared((db: Db, p: { hash: string }) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'content')
    .where('subject', '=', p.hash)
    .where('next_at', 'is', null),
)

function folderOf({ config }: Context): string {
  return join(config.DATA_DIR, 'cache', 'previews')
}

interface Wanted {
  content: Content
  page: number
  /** Where it is cached. */
  path: string
  /** What the media process does with a copy of the content. */
  request(path: string): Exclude<ContentRequest, { task: 'text' | 'append' }>
}

/** A picture being drawn, and the number of viewers who wait. */
interface Drawing {
  made: Promise<MadePage>
  userid: number
  viewers: number
  abandoned: AbortController
}

const MOST_WAITING = 60
const MOST_WAITING_EACH = 20

/** Viewers of the same picture share one drawing; once all have gone it is cancelled. */
async function drawOnce(ctx: Context, viewer: Viewer, wanted: Wanted): Promise<MadePage> {
  const drawing = ctx.previewPages.drawings.get(wanted.path) ?? begin(ctx, viewer, wanted)
  drawing.viewers += 1
  const gone = Promise.withResolvers<null>()
  const leave = () => {
    drawing.viewers -= 1
    if (drawing.viewers === 0) drawing.abandoned.abort()
    gone.resolve(null)
  }
  const waited = Promise.withResolvers<never>()
  const { mostWaitMs } = makerOf(ctx)
  const timer = setTimeout(() => waited.reject(busy('upload.slow_preview')), mostWaitMs)
  viewer.signal?.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([drawing.made, waited.promise, gone.promise])
  } finally {
    clearTimeout(timer)
    viewer.signal?.removeEventListener('abort', leave)
  }
}

function busy(reason: PlainCode): Unavailable {
  return new Unavailable(reason, { retryAfterSeconds: 10 })
}

function begin(ctx: Context, { userid }: Viewer, wanted: Wanted): Drawing {
  const own = [...ctx.previewPages.drawings.values()].filter((one) => one.userid === userid).length
  if (ctx.previewPages.drawings.size >= MOST_WAITING || own >= MOST_WAITING_EACH) {
    throw busy('upload.too_many_previews')
  }
  const abandoned = new AbortController()
  const made = draw(ctx, userid, wanted, abandoned.signal).finally(() => ctx.previewPages.drawings.delete(wanted.path))
  // The waiting viewers see the error; an abandoned drawing fails for nobody.
  made.catch(() => {})
  const drawing = { made, userid, viewers: 0, abandoned }
  ctx.previewPages.drawings.set(wanted.path, drawing)
  return drawing
}

const MOST_BROKEN = 10_000

async function draw(ctx: Context, person: number, wanted: Wanted, signal: AbortSignal): Promise<MadePage> {
  const { content, path, request } = wanted
  if (ctx.previewPages.broken.has(path)) return null
  try {
    const made = await withCopy(ctx, content, (copy) => makerOf(ctx).make(request(copy), { person, signal }))
    if (made) await keep(ctx, path, made.data)
    return made
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof Broken)) throw error
    if (signal.aborted) return null
    if (error instanceof Broken && ctx.previewPages.broken.size < MOST_BROKEN) ctx.previewPages.broken.add(path)
    ctx.log.warn({ err: error, hash: content.hash }, 'a preview could not be made')
    return null
  }
}

const MOST_KEPT = 512 * 1024 ** 2
const BETWEEN_LOOKS = 64 * 1024 ** 2

interface PreviewPages {
  /** By the path of the picture. */
  drawings: Map<string, Drawing>
  /** Pictures that crashed the media process. They are not tried again until this process restarts. */
  broken: Set<string>
  /** Bytes cached since the last clean-up; the first picture of a process triggers one. */
  keptSince: number
}

export function openPreviewPages(): PreviewPages {
  return { drawings: new Map(), broken: new Set(), keptSince: BETWEEN_LOOKS }
}

/** Caches it for the next viewer. A full disk must not prevent showing it now. */
async function keep(ctx: Context, path: string, data: Uint8Array): Promise<void> {
  const folder = folderOf(ctx)
  const part = join(folder, `${randomUUID()}.part`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(part, data, { mode: 0o600 })
    await rename(part, path)
    ctx.previewPages.keptSince += data.length
    if (ctx.previewPages.keptSince >= BETWEEN_LOOKS) {
      ctx.previewPages.keptSince = 0
      await dropOldest(folder)
    }
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    ctx.log.warn({ err: error }, 'a preview could not be kept')
  }
}

async function dropOldest(folder: string): Promise<void> {
  const files: { path: string; size: number; at: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found) files.push({ path, size: found.size, at: found.mtimeMs })
  }
  let total = 0
  for (const { path, size } of files.sort((a, b) => b.at - a.at)) {
    total += size
    if (total > MOST_KEPT) await rm(path, { force: true })
  }
}

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import type { FilesContext } from '../files/files.ts'
import { fateOf, PROCESS_NAME } from '../lib/process-name.ts'
import { isText, MOST_TEXT_BYTES } from './limits.ts'
import { type Maker, type MakerOptions, openMaker } from './maker.ts'

/** The folder for copies of content and other passing files. It belongs to this process alone. */
export function workFolder({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'tmp', PROCESS_NAME)
}

/** What works in processes of its own, from its first use on. */
export interface Workplace {
  /** Opens contents. */
  maker: Maker | undefined
  /** Sets pages. */
  press: Maker | undefined
}

interface Needs extends FilesContext {
  workplace: Workplace
}

/** The options of the first call count. */
export function makerOf({ config, workplace }: Needs, options?: MakerOptions): Maker {
  workplace.maker ??= openMaker(workFolder(config), options)
  return workplace.maker
}

/** Longer than hundreds of pages take, and twice that is shorter than a connection may be silent. */
const MOST_PAGES_MS = 45_000

/** What sets pages. The options of the first call count. */
export function pressOf({ config, workplace }: Needs, options?: MakerOptions): Maker {
  const all = { mostMs: MOST_PAGES_MS, program: 'paper/worker.ts' as const, ...options }
  workplace.press ??= openMaker(workFolder(config), all)
  return workplace.press
}

export async function closeMaker({ workplace }: Pick<Needs, 'workplace'>): Promise<void> {
  const { maker, press } = workplace
  workplace.maker = undefined
  workplace.press = undefined
  await Promise.all([maker?.close(), press?.close()])
}

export interface Content {
  hash: string
  mime: string
  filesize: number
}

/** Runs with a private local copy of a content, or of the beginning of a text, because the store may be remote. */
export async function withCopy<T>(
  ctx: FilesContext,
  { hash, mime, filesize }: Content,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = workFolder(ctx.config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    const isCut = isText(mime) && filesize > MOST_TEXT_BYTES
    const stream = await ctx.files.store.read(hash, isCut ? { start: 0, end: MOST_TEXT_BYTES - 1 } : undefined)
    await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Removes the copies of processes that died. */
export async function tidyWorkplace({ config }: FilesContext): Promise<void> {
  const folder = join(config.DATA_DIR, 'tmp')
  for (const name of await readdir(folder).catch(() => [])) {
    if (['this one', 'ended'].includes(fateOf(name))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

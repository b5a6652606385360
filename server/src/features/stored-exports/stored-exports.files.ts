import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { isMissing, statOrNothing, syncFolder } from '../../files/folders.ts'
import { EXPORTS } from '../../files/local-store.ts'
import type { ByteRange } from '../../files/store.ts'
import { Turns } from '../../lib/turns.ts'

type Files = Pick<Context, 'files'>

const NAME = /^[0-9a-f-]{36}\.[a-z]{1,10}$/

/** Beside the contents of the notebook, as files to be imported are. No backup has them. */
function folderOf({ files }: Files): string {
  return join(dirname(files.incoming), EXPORTS)
}

function pathOf(ctx: Files, name: string): string {
  if (!NAME.test(name)) throw new Error('not the name of an export')
  return join(folderOf(ctx), name)
}

const CHUNK = 256 * 1024

export interface WrittenExport {
  bytes: number
  hash: string
}

/**
 * Writes a file to the disk for good. `keep` is asked between the chunks, with the size so far, and ends the work when
 * it throws.
 */
export async function writeExport(
  ctx: Files,
  name: string,
  parts: AsyncIterable<Buffer | string>,
  keep: (bytes: number) => Promise<void>,
): Promise<WrittenExport> {
  await ctx.files.folders.make(folderOf(ctx))
  const handle = await open(pathOf(ctx, name), 'wx', 0o600)
  const sum = createHash('sha256')
  const turns = new Turns()
  let bytes = 0
  let waiting: Buffer[] = []
  let length = 0
  const flush = async () => {
    const chunk = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting)
    waiting = []
    length = 0
    sum.update(chunk)
    await handle.writeFile(chunk)
    bytes += chunk.length
  }
  try {
    for await (const part of parts) {
      const content = typeof part === 'string' ? Buffer.from(part) : part
      waiting.push(content)
      length += content.length
      if (length >= CHUNK) await flush()
      await keep(bytes)
      await turns.rest()
    }
    await flush()
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(folderOf(ctx))
  return { bytes, hash: sum.digest('hex') }
}

export async function sizeOfExport(ctx: Files, name: string | null): Promise<number | undefined> {
  return name === null ? undefined : (await statOrNothing(pathOf(ctx, name)))?.size
}

export async function readExportFile(ctx: Files, name: string, range: ByteRange | undefined): Promise<Readable> {
  const stream = createReadStream(pathOf(ctx, name), { highWaterMark: CHUNK, ...range })
  await once(stream, 'open')
  return stream
}

export async function removeExportFile(ctx: Files, name: string | null): Promise<void> {
  if (name !== null) await rm(pathOf(ctx, name), { force: true })
}

/** The names of all files there, with their age in milliseconds. */
export async function listExportFiles(ctx: Files): Promise<{ name: string; age: number }[]> {
  const names = await readdir(folderOf(ctx)).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const found = await Promise.all(
    names.filter((name) => NAME.test(name)).map(async (name) => ({ name, at: await statOrNothing(pathOf(ctx, name)) })),
  )
  return found.flatMap(({ name, at }) => (at ? [{ name, age: Date.now() - at.mtimeMs }] : []))
}

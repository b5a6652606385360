import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../context.ts'
import { CommandProblem } from '../errors.ts'
import { countEverything, type Everything, exportEverything } from '../features/exports/exports.everything.ts'
import { syncFolder } from '../files/folders.ts'

export interface Written extends Everything {
  file: string
  entries: number
  bytes: number
}

/** Writes an export to a file, which gets its name only once it is complete. */
export async function writeEverything(
  ctx: Context,
  file: string,
  what: Everything,
  onProgress: (entries: number, of: number) => void,
): Promise<Written> {
  if (await exists(file)) throw alreadyThere(file)
  // Another run may be writing to the same file.
  const part = `${file}.${randomUUID()}.part`
  const total = await countEverything(ctx, what)
  let entries = 0
  const parts = exportEverything(ctx, what, () => onProgress(++entries, total))
  // It contains entries that only their owners may read.
  const handle = await open(part, 'wx', 0o600)
  try {
    await pipeline(parts, createWriteStream('', { fd: handle.fd, autoClose: false }))
    await handle.sync()
    const { size: bytes } = await handle.stat()
    await handle.close()
    await giveName(part, file)
    await syncFolder(dirname(file))
    return { file, ...what, entries, bytes }
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}

/** Does not overwrite a file that appeared meanwhile. */
async function giveName(part: string, file: string): Promise<void> {
  try {
    await link(part, file)
  } catch {
    if (await exists(file)) throw alreadyThere(file)
    // Some file systems have no hard links.
    return rename(part, file)
  }
  await rm(part)
}

function alreadyThere(file: string): CommandProblem {
  return new CommandProblem(`${file} is there already`)
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, link, open, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fateOf, PROCESS_NAME } from '../lib/process-name.ts'
import { isMissing, MadeFolders } from './folders.ts'
import type { Received } from './received.ts'
import { releaseChunk } from './release-chunk.ts'

export const HEAD_BYTES = 4096

/** The folder for incoming content, which is always local, and its state. */
export interface Incoming {
  incoming: string
  folders: MadeFolders
  /** Paths in it that this notebook is still working on. */
  active: Set<string>
}

export function openIncoming(incoming: string): Incoming {
  return { incoming, folders: new MadeFolders(), active: new Set() }
}

/** Content up to this size stays in memory. */
const SMALL = 256 * 1024

interface Receiving {
  /** Called with the number of bytes so far. May throw to refuse more. */
  onBytes?(size: number): void | Promise<void>
  /** Nobody else keeps the chunks, so their memory is released once they are written. */
  ownsChunks?: boolean
}

/**
 * Writes content into the incoming folder in constant memory and hashes it on the way. Small content stays in memory. A
 * failure leaves no file.
 */
export async function receive(
  { incoming, folders, active }: Incoming,
  chunks: AsyncIterable<Buffer>,
  { onBytes = () => {}, ownsChunks = false }: Receiving = {},
): Promise<Received> {
  await folders.make(incoming)
  const path = newName(incoming)
  const digest = createHash('sha256')
  let held: Buffer[] = []
  let head: Buffer = Buffer.alloc(0)
  let handle: FileHandle | undefined
  let size = 0
  let written = path
  const flush = async () => {
    active.add(path)
    handle ??= await open(path, 'wx', 0o600)
    for (const chunk of held) {
      await handle.writeFile(chunk)
      if (ownsChunks) releaseChunk(chunk)
    }
    held = []
  }
  try {
    for await (const chunk of chunks) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      size += chunk.length
      await onBytes(size)
      digest.update(chunk)
      held.push(chunk)
      if (handle || size > SMALL) await flush()
    }
    const sha256 = digest.digest('hex')
    const named = `${path}.${sha256}`
    active.add(named)
    if (handle) {
      await rename(path, named)
      written = named
      active.delete(path)
    }
    return { path: named, held: handle ? undefined : joinChunks(held), hash: sha256, size, head }
  } catch (error) {
    if (isMissing(error)) folders.forget()
    await forget({ active }, written)
    throw error
  } finally {
    await handle?.close()
  }
}

/** The name contains the process, so the clean-up knows whether it still runs. */
function newName(folder: string): string {
  return join(folder, `${PROCESS_NAME}-${randomUUID()}`)
}

function joinChunks(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** Removes an incoming file whose content has a row by now, or is not wanted. */
export async function forget({ active }: Pick<Incoming, 'active'>, path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  active.delete(path)
}

/** Hard-links existing local content into the incoming folder. The original stays. */
export async function comeIn(
  { incoming, folders, active }: Incoming,
  path: string,
  content: Omit<Received, 'path' | 'held'>,
): Promise<Received> {
  await folders.make(incoming)
  const named = `${newName(incoming)}.${content.hash}`
  active.add(named)
  try {
    await link(path, named)
  } catch (error) {
    active.delete(named)
    if (isMissing(error)) folders.forget()
    throw error
  }
  return { ...content, path: named, held: undefined }
}

/** Leaves an incoming file to a later clean-up, because a row may still come to refer to its content. */
export function leave({ active }: Incoming, path: string): void {
  active.delete(path)
}

/** Like `leave`, for content that may have reached a bucket: only an empty file with its name stays. */
export async function leaveName(files: Incoming, path: string): Promise<void> {
  // The file is replaced, not truncated, because it may have a second hard link.
  const second = `${path}.second`
  await writeFile(second, '', { mode: 0o600 })
  await rename(second, path)
  leave(files, path)
}

const NAME = /^[0-9a-f]{8}-\d+-[0-9a-f-]{36}(?:\.([0-9a-f]{64}))?(?:\.second|\.aside)?$/
const HOUR_MS = 3_600_000

/** An incoming file that no process works on any more. */
export interface Leftover {
  path: string
  /** Undefined if the content never arrived completely. */
  hash: string | undefined
}

/** Lists what ended processes left, and what this process left to a later clean-up. */
export async function* listLeftovers({ incoming, active }: Incoming, isStart: boolean): AsyncGenerator<Leftover> {
  const names = await readdir(incoming).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  // In reverse, so that a file put aside comes before the name that refers to it.
  for (const name of names.sort().reverse()) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => undefined)
    const age = found && Date.now() - found.mtimeMs
    if (age === undefined || active.has(path) || !isOver(name, age, isStart)) continue
    yield { path, hash: NAME.exec(name)?.[1] }
  }
}

/** We can tell whether a process of this machine has ended; those of other machines get a day. */
function isOver(name: string, age: number, isStart: boolean): boolean {
  switch (fateOf(name)) {
    case 'this one':
      return isStart || age > HOUR_MS
    case 'unknown':
      return age > 24 * HOUR_MS
    case 'running':
      return false
    case 'ended':
      return true
  }
}

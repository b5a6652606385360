import { createHash, hash, randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isMissing, makeFolder } from './local-store.ts'

/** A content that has come in: whole, durable, and nowhere referred to yet. */
export interface Received {
  path: string
  hash: string
  size: number
  /** Its first bytes. */
  head: Buffer
}

const HEAD_BYTES = 4096
const HOST = hash('sha256', hostname()).slice(0, 8)

/** Those that this process is about to deal with. */
const active = new Set<string>()

/**
 * Writes a content into the folder of what comes in, in constant memory, and hashes it on the way. `onBytes` is told how
 * many bytes there are by now and may refuse more of them. Whatever fails leaves no file.
 */
export async function receive(
  folder: string,
  chunks: AsyncIterable<Buffer>,
  onBytes: (size: number) => void | Promise<void> = () => {},
): Promise<Received> {
  await makeFolder(folder)
  const path = join(folder, `${HOST}-${process.pid}-${randomUUID()}`)
  active.add(path)
  const handle = await open(path, 'wx', 0o600)
  try {
    const content = await write(handle, chunks, onBytes)
    await handle.sync()
    await handle.close()
    const named = `${path}.${content.hash}`
    active.add(named)
    await rename(path, named)
    active.delete(path)
    return { ...content, path: named }
  } catch (error) {
    await handle.close().catch(() => {})
    await forget(path)
    throw error
  }
}

async function write(
  handle: FileHandle,
  chunks: AsyncIterable<Buffer>,
  onBytes: (size: number) => void | Promise<void>,
): Promise<Omit<Received, 'path'>> {
  const digest = createHash('sha256')
  const heads: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    if (size < HEAD_BYTES) heads.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - size)))
    size += chunk.length
    await onBytes(size)
    digest.update(chunk)
    await handle.writeFile(chunk)
  }
  return { hash: digest.digest('hex'), size, head: Buffer.concat(heads) }
}

/** What came in is referred to by now, or not wanted. */
export async function forget(path: string): Promise<void> {
  await rm(path, { force: true })
  active.delete(path)
}

/** What came in is left to a later clean-up: something may still come to refer to it. */
export function leave(path: string): void {
  active.delete(path)
}

const NAME = /^([0-9a-f]{8})-(\d+)-[0-9a-f-]{36}(?:\.([0-9a-f]{64}))?(?:\.second|\.aside)?$/
const HOUR_MS = 3_600_000

/** Something that came in and that nobody deals with any more. */
export interface Leftover {
  path: string
  /** Absent: it never came in as a whole. */
  hash: string | undefined
}

/** What earlier processes left when they ended in the middle, and what this one left to a later look. */
export async function* listLeftovers(folder: string, isStart: boolean): AsyncGenerator<Leftover> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  // Backwards: a content that was put aside comes before the name that tells of it.
  for (const name of names.sort().reverse()) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    const age = found && Date.now() - found.mtimeMs
    if (age === undefined || active.has(path) || !isOver(name, age, isStart)) continue
    yield { path, hash: NAME.exec(name)?.[3] }
  }
}

/** Processes of this machine are known to have ended; those of others are given a day. */
function isOver(name: string, age: number, isStart: boolean): boolean {
  const [, host, pid = ''] = NAME.exec(name) ?? []
  if (host !== HOST) return age > 24 * HOUR_MS
  if (Number(pid) === process.pid) return isStart || age > HOUR_MS
  return !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

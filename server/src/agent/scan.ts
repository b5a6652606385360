import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises'
import { type BytePath, joinPath, relativeName } from './paths.ts'
import { Changed } from './problems.ts'

export interface FoundFile {
  path: BytePath
  /** Below the watched folder, with `/`. */
  relative: string
  size: number
  /** Another one whenever the file was written to, however the clock of the computer jumps. */
  stamp: string
}

const DEEPEST = 64

/** All regular files below a folder. Links are not followed: they may lead out of it. */
export async function* scanFolder(folder: string, skip: (problem: string) => void): AsyncGenerator<FoundFile> {
  const root = Buffer.from(await realpath(folder))
  const waiting: { path: BytePath; depth: number }[] = [{ path: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path: here, depth } = next
    let names: { name: Buffer; isFolder: boolean }[]
    try {
      names = (await readdir(here, { withFileTypes: true, encoding: 'buffer' }))
        .filter((one) => one.isFile() || one.isDirectory())
        .map((one) => ({ name: one.name, isFolder: one.isDirectory() }))
    } catch (error) {
      skip(`${relativeName(root, here) || folder}: ${(error as Error).message}`)
      continue
    }
    for (const { name, isFolder } of names) {
      const path = joinPath(here, name)
      if (isFolder) {
        if (depth < DEEPEST) waiting.push({ path, depth: depth + 1 })
        continue
      }
      const file = await lookAt(root, path)
      if (file) yield file
    }
  }
}

async function lookAt(root: BytePath, path: BytePath): Promise<FoundFile | undefined> {
  try {
    const stat = await lstat(path, { bigint: true })
    if (!stat.isFile()) return undefined
    return { path, relative: relativeName(root, path), size: Number(stat.size), stamp: stampOf(stat) }
  } catch {
    // Gone meanwhile.
    return undefined
  }
}

export function stampOf(stat: { size: bigint; mtimeNs: bigint; ctimeNs: bigint; ino: bigint }): string {
  return `${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`
}

/** Opens a file for reading, and never a link that took its place. */
export async function openFile(file: Pick<FoundFile, 'path'>): Promise<FileHandle> {
  try {
    // Windows does not know this flag, and its links need rights to be made.
    return await open(file.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ELOOP', 'EBUSY', 'ENOTDIR'].includes(code)) throw new Changed(message)
    throw error
  }
}

/** Refuses a file that is not as it was when it was found; undefined: it may grow. */
export async function requireUnchanged(handle: FileHandle, stamp: string | undefined): Promise<void> {
  if (stamp === undefined) return
  if (stampOf(await handle.stat({ bigint: true })) !== stamp) throw new Changed('it changed while it was read')
}

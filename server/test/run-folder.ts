import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const MEMORY_DISK = '/dev/shm'
const ROOM = 2 * 1024 ** 3

/** Each test creates and drops a database; in memory that does not wait for a busy disk. */
export function hasMemoryDisk(): boolean {
  if (!existsSync(MEMORY_DISK)) return false
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize > ROOM
}

export interface RunFolder {
  path: string
  remove(): void
}

/** The folder of everything that a test run creates, so that it can be removed at once, whatever a test left there. */
export function makeRunFolder(): RunFolder {
  // Inside the folder of `npm test` if that started us: it is removed even if we are killed.
  const parent = hasMemoryDisk() && !tmpdir().startsWith(MEMORY_DISK) ? MEMORY_DISK : tmpdir()
  const path = mkdtempSync(join(parent, 'aliquot-tests-'))
  // A cluster below it may run as another user.
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Vitest runs this before the first test file, and the returned function after the last. */
export default function setUp(): () => void {
  const { path, remove } = makeRunFolder()
  process.env.TMPDIR = path
  return remove
}

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { constants, createReadStream } from 'node:fs'
import { access, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ByteRange, ContentMissing, type FileStore, keyOf } from './store.ts'

/** Large enough that reading costs little beside sending. */
const CHUNK = 256 * 1024

/** Contents in a folder of this machine. `incoming` is on the same file system: contents move by name only. */
export function openLocalStore(folder: string, incoming: string): FileStore {
  const pathOf = (hash: string) => join(folder, keyOf(hash))

  return {
    number: 1,

    async put(path, hash) {
      const place = pathOf(hash)
      await makeFolder(dirname(place))
      const isNew = await linkInto(path, place).catch((error: unknown) => {
        if (isMissing(error)) forgetFolders()
        throw error
      })
      // Both at once: file systems write them out together. Nothing refers to it before that.
      await Promise.all([syncPath(path), syncFolder(dirname(place))])
      return isNew
    },

    async sizeOf(hash) {
      return (await statOrNothing(pathOf(hash)))?.size
    },

    async read(hash, range) {
      // Not by a FileHandle, whose streams are half as fast.
      const stream = createReadStream(pathOf(hash), { highWaterMark: CHUNK, ...endsOf(range) })
      await once(stream, 'open').catch((error: unknown) => {
        throw isMissing(error) ? new ContentMissing(hash) : error
      })
      return stream
    },

    async discard(path, hash) {
      const place = pathOf(hash)
      const own = await inodeOf(path)
      if (own === undefined || (await inodeOf(place)) !== own) return
      // Looked at once more where nobody else can reach it: between the look and the deletion somebody could have put
      // the same content here.
      const aside = `${path}${ASIDE}`
      await rename(place, aside)
      if ((await inodeOf(aside)) === own) await rm(aside, { force: true })
      else await putBack(aside, place)
    },

    remove: (hash) => rm(pathOf(hash), { force: true }),

    async *list() {
      for (const part of await readdir(folder).catch(() => [])) {
        if (join(folder, part) === incoming) continue
        for (const name of await readdir(join(folder, part)).catch(() => [''])) yield name || part
      }
    },

    async check() {
      await makeFolder(incoming)
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
      const probe = join(incoming, `.probe-${randomUUID()}`)
      await writeFile(probe, 'x', { mode: 0o600, flush: true })
      await rm(probe)
    },
  }
}

/** The end of the name of a content that is being looked at once more. */
const ASIDE = '.aside'

/** A process that ended while it looked once more left the content aside: it belongs back, unless it is there again. */
export async function putAsideBack(folder: string, path: string): Promise<boolean> {
  const hash = /\.([0-9a-f]{64})\.aside$/.exec(path)?.[1]
  if (hash === undefined) return false
  await putBack(path, join(folder, keyOf(hash)))
  return true
}

async function putBack(aside: string, place: string): Promise<void> {
  await link(aside, place).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  await rm(aside, { force: true })
}

/** Folders that are known to be there. */
const made = new Set<string>()

/** Makes a folder nobody else can look into, and its name durable. */
export async function makeFolder(folder: string): Promise<void> {
  if (made.has(folder)) return
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first !== undefined) await syncFolder(dirname(first))
  made.add(folder)
}

/** Somebody took a folder away: whoever comes next makes it anew. */
export function forgetFolders(): void {
  made.clear()
}

/** A second name for the same file: the first one, in the folder of what comes in, tells of it until a row does. */
async function linkInto(path: string, place: string): Promise<boolean> {
  try {
    await link(path, place)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Not left as it is: nothing may refer to it yet, and whoever put it there may be about to take it away again.
  const second = `${path}.second`
  await link(path, second)
  await rename(second, place)
  return false
}

/** Tells one copy of a content from another; no other file gets the number while this one has a name. */
async function inodeOf(path: string): Promise<number | undefined> {
  return (await statOrNothing(path))?.ino
}

function statOrNothing(path: string) {
  return stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function endsOf(range: ByteRange | undefined): Partial<ByteRange> {
  return range ? { start: range.start, end: range.end } : {}
}

/** A new name is only safe once the folder that holds it is. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows keeps names safe on its own, and opens no folders.
  if (process.platform !== 'win32') await syncPath(folder)
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

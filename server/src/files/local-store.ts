import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { constants, createReadStream } from 'node:fs'
import { access, link, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing, MadeFolders, statOrNothing, syncFolder } from './folders.ts'
import { type ByteRange, ContentMissing, type FileStore, keyOf } from './store.ts'
import { makeGroups } from './sync-in-groups.ts'

/** Large enough that reading costs little compared with sending. */
const CHUNK = 256 * 1024

/** Stores content in a local folder. `incoming` must be on the same file system, because content moves by hard link. */
export function openLocalStore(folder: string, incoming: string, folders = new MadeFolders()): FileStore {
  const pathOf = (hash: string) => join(folder, keyOf(hash))
  const inGroups = makeGroups()

  return {
    number: 1,

    async put({ path, held }, hash) {
      const work = async () => {
        const place = pathOf(hash)
        await folders.make(dirname(place))
        return putDurably(path, held, place)
      }
      try {
        // Large content syncs alone, so small content does not wait for it.
        return held ? await inGroups(work) : await work()
      } catch (error) {
        if (isMissing(error)) folders.forget()
        throw error
      }
    },

    async sizeOf(hash) {
      return (await statOrNothing(pathOf(hash)))?.size
    },

    async stampOf(hash) {
      const found = await statOrNothing(pathOf(hash))
      return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join()
    },

    async read(hash, range) {
      // Streams of a FileHandle are half as fast.
      const stream = createReadStream(pathOf(hash), { highWaterMark: CHUNK, ...endsOf(range) })
      await once(stream, 'open').catch((error: unknown) => {
        throw isMissing(error) ? new ContentMissing(hash) : error
      })
      return stream
    },

    async discard(path, hash) {
      await discardCopy(path, pathOf(hash))
      return true
    },

    remove: (hash) => rm(pathOf(hash), { force: true }),

    async *list() {
      for (const part of await readdir(folder).catch(() => [])) {
        if (join(folder, part) === incoming || BESIDE.includes(part)) continue
        for (const name of await readdir(join(folder, part)).catch(() => [''])) yield name || part
      }
    },

    tidy: async () => 0,

    async check() {
      await folders.make(incoming)
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
      const probe = join(incoming, `.probe-${randomUUID()}`)
      await writeFile(probe, 'x', { mode: 0o600, flush: true })
      await rm(probe)
    },
  }
}

/** The file beside the contents that identifies this store: see servers/identity.ts. */
export const STORE_NAME = '.store'

/** The folder beside the contents that holds resumable uploads. */
export const PARTIAL = 'partial'

/** The folder beside the contents that holds files to be imported. */
export const IMPORTS = 'imports'

/** The folder beside the contents that holds exports made in the background. */
export const EXPORTS = 'exports'

const BESIDE: readonly string[] = [PARTIAL, IMPORTS, EXPORTS, STORE_NAME]

/** Puts content in place and resolves once it survives a power cut. Returns whether the place was empty. */
async function putDurably(path: string, held: Buffer | undefined, place: string): Promise<boolean> {
  const handle = held ? await open(path, 'wx', 0o600) : await open(path, 'r')
  try {
    if (held) await handle.writeFile(held)
    const isNew = await linkNew(path, place)
    if (!isNew) {
      // Somebody may be about to refer to the existing file, so ours is durable before it replaces it.
      await handle.sync()
      await replaceBy(path, place)
    }
    // In parallel, because file systems write both out together. Nothing refers to the content before that.
    await Promise.all([isNew && handle.sync(), syncFolder(dirname(place))]).catch(async (error: unknown) => {
      if (isNew) await discardCopy(path, place)
      throw error
    })
    return isNew
  } finally {
    await handle.close()
  }
}

/** Removes content if it is still the copy that came from this path. */
async function discardCopy(path: string, place: string): Promise<void> {
  const own = await inodeOf(path)
  if (own === undefined || (await inodeOf(place)) !== own) return
  // Check again after moving it out of reach: since the first check somebody may have put the same content here.
  const aside = `${path}${ASIDE}`
  await rename(place, aside)
  if ((await inodeOf(aside)) === own) await rm(aside, { force: true })
  else await putBack(aside, place)
}

/** The suffix of content that is being checked again before removal. */
const ASIDE = '.aside'

/** Puts content back that a process moved aside before it ended, unless the place is taken again. */
export async function putAsideBack(folder: string, path: string): Promise<boolean> {
  const hash = /\.([0-9a-f]{64})\.aside$/.exec(path)?.[1]
  if (hash === undefined) return false
  await putBack(path, join(folder, keyOf(hash)))
  return true
}

async function putBack(aside: string, place: string): Promise<void> {
  await linkNew(aside, place)
  await rm(aside, { force: true })
}

/** Adds a hard link. The first name, in the incoming folder, marks the content until a row refers to it. */
async function linkNew(path: string, place: string): Promise<boolean> {
  try {
    await link(path, place)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** Replaces the existing copy: it may have no row yet, and whoever put it may be about to remove it. */
async function replaceBy(path: string, place: string): Promise<void> {
  const second = `${path}.second`
  await link(path, second)
  await rename(second, place)
}

/** Identifies one copy of a content. The inode number is not reused while this file has a name. */
async function inodeOf(path: string): Promise<number | undefined> {
  return (await statOrNothing(path))?.ino
}

function endsOf(range: ByteRange | undefined): Partial<ByteRange> {
  return range ? { start: range.start, end: range.end } : {}
}

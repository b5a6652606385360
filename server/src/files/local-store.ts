import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { constants, createReadStream } from 'node:fs'
import { access, link, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing, MadeFolders, statOrNothing, syncFolder } from './folders.ts'
import { type ByteRange, ContentMissing, type FileStore, keyOf } from './store.ts'
import { makeGroups } from './sync-in-groups.ts'

/** Large enough that reading costs little beside sending. */
const CHUNK = 256 * 1024

/** Contents in a folder of this machine. `incoming` is on the same file system: contents move by name only. */
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
        // A large one takes its time: small ones do not wait for it.
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
      // Not by a FileHandle, whose streams are half as fast.
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
        if (join(folder, part) === incoming || part === PARTIAL || part === STORE_NAME) continue
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

/** The file beside the contents that tells one store from another: see servers/identity.ts. */
export const STORE_NAME = '.store'

/** The folder beside the contents in which uploads are that can be resumed. */
export const PARTIAL = 'partial'

/** Gives a content its place, and answers when no power cut can take it away. Tells whether the place was empty. */
async function putDurably(path: string, held: Buffer | undefined, place: string): Promise<boolean> {
  const handle = held ? await open(path, 'wx', 0o600) : await open(path, 'r')
  try {
    if (held) await handle.writeFile(held)
    const isNew = await linkNew(path, place)
    if (!isNew) {
      // Somebody may be about to refer to what is there: ours is as durable before it takes the place.
      await handle.sync()
      await replaceBy(path, place)
    }
    // Both at once: file systems write them out together. Nothing refers to it before that.
    await Promise.all([isNew && handle.sync(), syncFolder(dirname(place))]).catch(async (error: unknown) => {
      if (isNew) await discardCopy(path, place)
      throw error
    })
    return isNew
  } finally {
    await handle.close()
  }
}

/** Takes a content away if it is still the copy that was put from this path. */
async function discardCopy(path: string, place: string): Promise<void> {
  const own = await inodeOf(path)
  if (own === undefined || (await inodeOf(place)) !== own) return
  // Looked at once more where nobody else can reach it: between the look and the deletion somebody could have put
  // the same content here.
  const aside = `${path}${ASIDE}`
  await rename(place, aside)
  if ((await inodeOf(aside)) === own) await rm(aside, { force: true })
  else await putBack(aside, place)
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
  await linkNew(aside, place)
  await rm(aside, { force: true })
}

/** A second name for the same file: the first one, in the folder of what comes in, tells of it until a row does. */
async function linkNew(path: string, place: string): Promise<boolean> {
  try {
    await link(path, place)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** What is there is not left as it is: nothing may refer to it yet, and whoever put it may be about to take it away. */
async function replaceBy(path: string, place: string): Promise<void> {
  const second = `${path}.second`
  await link(path, second)
  await rename(second, place)
}

/** Tells one copy of a content from another; no other file gets the number while this one has a name. */
async function inodeOf(path: string): Promise<number | undefined> {
  return (await statOrNothing(path))?.ino
}

function endsOf(range: ByteRange | undefined): Partial<ByteRange> {
  return range ? { start: range.start, end: range.end } : {}
}

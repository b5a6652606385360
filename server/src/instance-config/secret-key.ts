import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'

const FILE = 'secrets.key'

/**
 * The key of the secrets that are encrypted at rest. It is in the data folder and in no backup: an archive or the
 * database alone does not reveal them. Created on first use, atomically: the file is linked into place once it is
 * complete.
 */
export async function secretKeyOf({ config }: Pick<Context, 'config'>): Promise<string> {
  const path = join(config.DATA_DIR, FILE)
  const existing = await readKey(path)
  if (existing !== undefined) return existing
  await makeKey(config.DATA_DIR, path)
  return (await readFile(path, 'utf8')).trim()
}

/** The same, if there is one: what is to be decrypted or verified needs the key with which it was made. */
export function existingSecretKeyOf({ config }: Pick<Context, 'config'>): Promise<string | undefined> {
  return readKey(join(config.DATA_DIR, FILE))
}

/** Throws if there is a file that cannot be read now: that is not the same as none. */
async function readKey(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function makeKey(folder: string, path: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written = `${path}.${randomUUID()}`
  await writeFile(written, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    await link(written, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(written)
  }
}

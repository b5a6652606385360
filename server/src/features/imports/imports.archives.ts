import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from '../../context.ts'
import { isMissing, statOrNothing, syncFolder } from '../../files/folders.ts'
import { forget, type Incoming } from '../../files/incoming.ts'
import { IMPORTS } from '../../files/local-store.ts'
import type { Received } from '../../files/received.ts'

/**
 * Files to be imported, beside the contents of the notebook: in the folder that several servers share, if they share
 * one. They are no contents of the notebook, so no backup has them.
 */
export function archivePath(files: Pick<Incoming, 'incoming'>, name: string): string {
  if (!NAME.test(name)) throw new Error('not the name of a file to be imported')
  return join(folderOf(files), name)
}

const NAME = /^[0-9a-f-]{36}\.[a-z]{1,10}$/

function folderOf({ incoming }: Pick<Incoming, 'incoming'>): string {
  return join(dirname(incoming), IMPORTS)
}

/** Moves a received file there, and returns its name. */
export async function keepArchive({ files }: Pick<Context, 'files'>, received: Received, ending: string) {
  const name = `${randomUUID()}${ending}`
  const path = archivePath(files, name)
  await files.folders.make(folderOf(files))
  const handle = received.held ? await open(path, 'wx', 0o600) : await open(received.path, 'r')
  try {
    if (received.held) await handle.writeFile(received.held)
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (!received.held) await rename(received.path, path)
  await forget(files, received.path)
  await syncFolder(folderOf(files))
  return name
}

export async function hasArchive({ files }: Pick<Context, 'files'>, name: string | null): Promise<boolean> {
  return name !== null && (await statOrNothing(archivePath(files, name))) !== undefined
}

export async function removeArchive({ files }: Pick<Context, 'files'>, name: string | null): Promise<void> {
  if (name !== null) await rm(archivePath(files, name), { force: true })
}

/** The names of all files there, with their age in milliseconds. */
export async function listArchives({ files }: Pick<Context, 'files'>): Promise<{ name: string; age: number }[]> {
  const names = await readdir(folderOf(files)).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const found = await Promise.all(
    names
      .filter((name) => NAME.test(name))
      .map(async (name) => ({ name, at: await statOrNothing(archivePath(files, name)) })),
  )
  return found.flatMap(({ name, at }) => (at ? [{ name, age: Date.now() - at.mtimeMs }] : []))
}

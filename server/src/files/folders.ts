import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The folders that a notebook has created, so that it need not check again. */
export class MadeFolders {
  /** Folders that exist or are being created. */
  readonly #made = new Map<string, Promise<void>>()

  /** Creates a private folder and resolves once its name is durable. */
  make(folder: string): Promise<void> {
    const known = this.#made.get(folder)
    if (known) return known
    const making = makeDurably(folder).catch((error: unknown) => {
      if (this.#made.get(folder) === making) this.#made.delete(folder)
      throw error
    })
    this.#made.set(folder, making)
    return making
  }

  /** Call this when a folder turned out to be missing, so the next call creates it again. */
  forget(): void {
    this.#made.clear()
  }
}

async function makeDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  // An existing folder may come from somebody who ended, or failed, before its name was durable.
  await syncFolder(dirname(folder))
  if (first === undefined) return
  for (let path = dirname(folder); path.length >= first.length; path = dirname(path)) await syncFolder(dirname(path))
}

/** A new name is durable only once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows makes names durable itself and cannot open folders.
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

export function statOrNothing(path: string) {
  return stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing, statOrNothing } from './folders.ts'
import type { Incoming } from './incoming.ts'
import { PARTIAL } from './local-store.ts'

/**
 * Resumable uploads. Each has a folder with its facts, the bytes so far (`part`), and notes of how many bytes are on
 * disk. Bytes are only appended behind the synced ones, so each process can keep its own note, and the highest one
 * counts.
 *
 * Each person has a folder of uploads. The results of finished ones are in its `done` folder, one file each, so that
 * listing the unfinished ones reads nothing else.
 */

/** Identifies an upload. */
export interface PartialKey {
  id: string
  userid: number
}

/** How long unfinished uploads are kept after their last byte, and the results of finished ones. */
export const KEPT_MS = 24 * 3_600_000

export const ID = /^[0-9a-f]{32}$/
export const FACTS = 'facts.json'
export const PART = 'part'
export const DONE = 'done'
/** The suffix of what is being created. */
export const NEW = '.new'
/** The suffix of what is being removed. */
export const GONE = '.gone'

export function folderOf({ incoming }: Pick<Incoming, 'incoming'>): string {
  return join(dirname(incoming), PARTIAL)
}

export function folderOfPerson(files: Incoming, userid: number): string {
  return join(folderOf(files), String(userid))
}

export function placeOf(files: Incoming, { id, userid }: PartialKey): string {
  if (!ID.test(id)) throw new Error('not the id of an upload')
  return join(folderOfPerson(files, userid), id)
}

export function donePlaceOf(files: Incoming, key: PartialKey): string {
  const place = placeOf(files, key)
  return join(dirname(place), DONE, key.id)
}

export function isOver(touchedAt: number): boolean {
  return touchedAt < Date.now() - KEPT_MS
}

export async function removeFolder(place: string): Promise<void> {
  await rm(place + GONE, { recursive: true, force: true })
  // Rename first, which is atomic, so nobody finds half an upload.
  await rename(place, place + GONE).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  await rm(place + GONE, { recursive: true, force: true })
}

/** The modification time in milliseconds, or 0 if the file is missing. */
export async function timeOf(path: string): Promise<number> {
  return (await statOrNothing(path))?.mtimeMs ?? 0
}

export async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
}

import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing, statOrNothing } from './folders.ts'
import type { Incoming } from './incoming.ts'
import { PARTIAL } from './local-store.ts'

/**
 * Uploads that can be resumed, each in a folder of its own: what was said about it, the bytes so far (`part`), and how
 * many of them are on the disk. Bytes are only ever written behind those that are, so each process may have a note of its
 * own, and the highest counts.
 *
 * Each person has a folder of them. What became of finished ones is in `done` there, a file for each: whoever looks
 * through the unfinished ones of a person looks at nothing else.
 */

/** What an upload is found by. */
export interface PartialKey {
  id: string
  userid: number
}

/** Unfinished uploads are kept for so long after the last byte, and what became of finished ones is told for so long. */
export const KEPT_MS = 24 * 3_600_000

export const ID = /^[0-9a-f]{32}$/
export const FACTS = 'facts.json'
export const PART = 'part'
export const DONE = 'done'
/** Of what is on its way in. */
export const NEW = '.new'
/** Of what is on its way out. */
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
  // First out of the way, at one stroke: nobody finds half an upload.
  await rename(place, place + GONE).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  await rm(place + GONE, { recursive: true, force: true })
}

/** When it was changed last, in milliseconds; 0: it is not there. */
export async function timeOf(path: string): Promise<number> {
  return (await statOrNothing(path))?.mtimeMs ?? 0
}

export async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
}

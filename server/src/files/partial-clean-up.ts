import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fateOf } from '../lib/process-name.ts'
import type { Incoming } from './incoming.ts'
import { DONE, folderOf, GONE, ID, isOver, listNames, PART, removeFolder, timeOf } from './partial-places.ts'

/** Matches the folder of a person, but no upload from before such folders existed. */
const PERSON = /^\d{1,15}$/
const MADE_BY = /\.([0-9a-f]{8}-\d+)\.new$/

/** Removes expired uploads and what was half created or half removed. Returns their number. */
export async function removeStale(files: Incoming): Promise<number> {
  const folder = folderOf(files)
  // Uploads from before each person had a folder lie beside those folders.
  let removed = await removeStaleIn(folder, (name) => PERSON.test(name))
  for (const person of await listNames(folder)) {
    if (!PERSON.test(person)) continue
    removed += await removeStaleIn(join(folder, person), (name) => name === DONE)
    for (const name of await listNames(join(folder, person, DONE))) {
      const path = join(folder, person, DONE, name)
      if (!isLeft(name) && !isOver(await timeOf(path))) continue
      await rm(path, { force: true })
      removed++
    }
  }
  return removed
}

async function removeStaleIn(folder: string, isKept: (name: string) => boolean): Promise<number> {
  let removed = 0
  for (const name of await listNames(folder)) {
    if (isKept(name)) continue
    const place = join(folder, name)
    if (isLeft(name)) await rm(place, { recursive: true, force: true })
    else if (await isStale(place)) await (ID.test(name) ? removeFolder(place) : rm(place, { recursive: true }))
    else continue
    removed++
  }
  return removed
}

async function isStale(place: string): Promise<boolean> {
  return isOver(Math.max(await timeOf(place), await timeOf(join(place, PART))))
}

/** Half created by a process that has ended, or half removed. */
function isLeft(name: string): boolean {
  const maker = MADE_BY.exec(name)?.[1]
  return name.endsWith(GONE) || (maker !== undefined && fateOf(maker) === 'ended')
}

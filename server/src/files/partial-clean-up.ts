import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fateOf } from '../lib/process-name.ts'
import type { Incoming } from './incoming.ts'
import { DONE, folderOf, GONE, ID, isOver, listNames, PART, removeFolder, timeOf } from './partial-places.ts'

/** The folder of a person, and never an upload of before there were such folders. */
const PERSON = /^\d{1,15}$/
const MADE_BY = /\.([0-9a-f]{8}-\d+)\.new$/

/** Removes what nobody came back for, and what was half made or half removed. Returns how many that were. */
export async function removeStale(files: Incoming): Promise<number> {
  const folder = folderOf(files)
  // Beside the folders of people: what was begun before there were such folders.
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

/** Half made by a process that has ended, or half removed. */
function isLeft(name: string): boolean {
  const maker = MADE_BY.exec(name)?.[1]
  return name.endsWith(GONE) || (maker !== undefined && fateOf(maker) === 'ended')
}

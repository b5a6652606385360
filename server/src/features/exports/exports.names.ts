import type { Entity } from '@aliquot/contract/entities'
import { cutUnits } from '../../lib/text.ts'
import { Turns } from '../../lib/turns.ts'

const MOST_TITLE = 100

/** The folder of an entry, unique in its archive: `Chemistry - Heat shock - 1a2b3c4d`. */
export function folderNames(): (entry: Pick<Entity, 'id' | 'title' | 'category_title' | 'elabid'>) => string {
  // Eight digits tell some entries apart, but not a hundred thousand.
  const used = new Set<number>()
  return ({ id, title, category_title, elabid }) => {
    const digits = /-([0-9a-f]{8})/.exec(elabid ?? '')?.[1]
    // A set of signed 32-bit numbers needs half the memory.
    const number = digits === undefined ? undefined : Number.parseInt(digits, 16) | 0
    const isNew = number !== undefined && !used.has(number)
    if (isNew) used.add(number)
    const mark = isNew ? digits : [digits, `id ${id}`].filter(Boolean).join(' - ')
    return [slug(category_title ?? ''), slug(title), mark].filter(Boolean).join(' - ')
  }
}

type Owned = Pick<Entity, 'id' | 'title' | 'category_title' | 'elabid' | 'userid' | 'fullname'>

/** The same below a folder for each person: `Ada Lovelace/Chemistry - Heat shock - 1a2b3c4d`. */
export function foldersOfOwners(): (entry: Owned) => string {
  const folderOf = folderNames()
  const owners = new Map<string, number>()
  return (entry) => {
    const { userid, fullname } = entry
    const name = slug(fullname) || 'person'
    const first = owners.get(name.toLowerCase()) ?? userid
    owners.set(name.toLowerCase(), first)
    return `${first === userid ? name : `${name} - ${userid}`}/${folderOf(entry)}`
  }
}

/** Letters, digits and blanks that every system can write. */
export function slug(text: string): string {
  return asciiOf(text)
    .replace(/[^A-Za-z0-9 _]+/g, '-')
    .replace(/^[- ]+/, '')
    .slice(0, MOST_TITLE)
    .replace(/[- ]+$/, '')
}

/** The file name for a single entry, in its original characters. */
export function downloadName({ title, date }: Pick<Entity, 'title' | 'date'>, ending: string): string {
  const name = cleanPart(title.replaceAll('/', '-')) || 'entry'
  return `${date === null ? '' : `${date} `}${name}.${ending}`
}

function asciiOf(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '')
}

const MOST_DEPTH = 8

/**
 * Unique names for the files in a folder: none leaves the folder, every system accepts them, and no system takes two of
 * them for the same. `taken` are names in use.
 */
export async function fileNames(realNames: readonly string[], taken: readonly string[]): Promise<string[]> {
  const turns = new Turns()
  const takenKeys = new Set<string>()
  for (const name of taken) {
    takenKeys.add(keyOf(name))
    await turns.rest()
  }
  const used = new Set(takenKeys)
  const paths: string[][] = []
  for (const realName of realNames) {
    const path = besides(takenKeys, pathOf(realName))
    paths.push(path)
    // A file cannot have the name of a folder.
    for (const folder of foldersOf(path)) used.add(keyOf(folder))
    await turns.rest()
  }
  // Each name continues its own counter: an entry may have thousands of files called image.png.
  const counted = new Map<string, number>()
  const names: string[] = []
  for (const path of paths) {
    const folder = path.slice(0, -1)
    const last = path.at(-1) ?? ''
    const wanted = path.join('/')
    const key = keyOf(wanted)
    let n = counted.get(key) ?? 0
    let name = wanted
    while (used.has(keyOf(name))) name = [...folder, `${++n}_${last}`].join('/')
    counted.set(key, n)
    used.add(keyOf(name))
    names.push(name)
    await turns.rest()
  }
  return names
}

function pathOf(realName: string): string[] {
  const parts = realName
    .split(/[/\\]/)
    .map(cleanPart)
    .filter((part) => part !== '')
  return parts.length > 0 ? parts.slice(-MOST_DEPTH) : ['file']
}

/** A folder cannot have the name of one of our files either. */
function besides(takenKeys: ReadonlySet<string>, path: string[]): string[] {
  const [first = '', ...rest] = path
  return rest.length > 0 && takenKeys.has(keyOf(first)) ? [`_${first}`, ...rest] : path
}

function foldersOf(path: readonly string[]): string[] {
  return path.slice(0, -1).map((_, index) => path.slice(0, index + 1).join('/'))
}

/** Windows and macOS ignore case and Unicode normalisation. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

const MOST_NAME = 100
/** Most systems allow 255 bytes; this leaves room for a number in front of duplicates. */
const MOST_BYTES = 200
const MOST_ENDING = 20
/** The suffixes of notes for lost and for altered content. With .txt alone, a note would look like the content. */
export const MISSING = '.missing.txt'
export const ALTERED = '.altered.txt'
/** Device names of Windows, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i

/** One part of a path; empty if nothing is left. */
function cleanPart(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    // Control and format characters, such as those that reverse the reading direction; private and unassigned code
    // points.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*\\/]/g, '-')
    .trim()
    .replace(/[. ]+$/, '')
  if (plain === '') return ''
  const short = shorten(plain)
  return DEVICE.test(short) ? `_${short}` : short
}

/** Short enough for every file system, keeping the extension. */
function shorten(name: string): string {
  if (name.length <= MOST_NAME && Buffer.byteLength(name) <= MOST_BYTES) return name
  const note = [MISSING, ALTERED].find((suffix) => name.endsWith(suffix))
  const dot = note ? name.length - note.length : name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= MOST_ENDING ? name.slice(dot) : ''
  const start = cutBytes(cutUnits(name, MOST_NAME - ending.length), MOST_BYTES - Buffer.byteLength(ending))
  return `${start.replace(/[. ]+$/, '')}${ending}`
}

/** As many whole characters as fit into `most` bytes. */
function cutBytes(text: string, most: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(most))
  return text.slice(0, read)
}

import type { Entity } from '@aliquot/contract/entities'
import { cutUnits } from '../../lib/text.ts'

const MOST_TITLE = 100

/** `Chemistry - Heat shock - 1a2b3c4d`: the folder of an entry, whose name no other entry of the same archive has. */
export function folderNames(): (entry: Pick<Entity, 'id' | 'title' | 'category_title' | 'elabid'>) => string {
  // The eight digits are enough to tell some entries apart, not a hundred thousand.
  const used = new Set<number>()
  return ({ id, title, category_title, elabid }) => {
    const digits = /-([0-9a-f]{8})/.exec(elabid ?? '')?.[1]
    // As a signed number of 32 bits, of which a set needs half the memory.
    const number = digits === undefined ? undefined : Number.parseInt(digits, 16) | 0
    const isNew = number !== undefined && !used.has(number)
    if (isNew) used.add(number)
    const mark = isNew ? digits : [digits, `id ${id}`].filter(Boolean).join(' - ')
    return [slug(category_title ?? ''), slug(title), mark].filter(Boolean).join(' - ')
  }
}

/** Letters, digits and blanks that every system can write. */
function slug(text: string): string {
  return asciiOf(text)
    .replace(/[^A-Za-z0-9 _]+/g, '-')
    .replace(/^[- ]+/, '')
    .slice(0, MOST_TITLE)
    .replace(/[- ]+$/, '')
}

/** The name of the file that one entry becomes, in the characters it was given. */
export function downloadName({ title, date }: Pick<Entity, 'title' | 'date'>, ending: string): string {
  const name = cleanPart(title.replaceAll('/', '-')) || 'entry'
  return `${date === null ? '' : `${date} `}${name}.${ending}`
}

function asciiOf(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '')
}

const MOST_DEPTH = 8

/**
 * Names for the files in a folder, each of them once: no way out of the folder, nothing that some system refuses, nor two that
 * some system takes for the same. `taken` are names that others have.
 */
export function fileNames(realNames: readonly string[], taken: readonly string[]): string[] {
  const paths = realNames.map(pathOf).map((path) => besides(taken, path))
  // A file cannot be called what a folder is called.
  const used = new Set([...taken, ...paths.flatMap(foldersOf)].map(keyOf))
  // Each name goes on counting where it stopped: an entry may have thousands of files called image.png.
  const counted = new Map<string, number>()
  return paths.map((path) => {
    const folder = path.slice(0, -1)
    const last = path.at(-1) ?? ''
    const wanted = path.join('/')
    const key = keyOf(wanted)
    let n = counted.get(key) ?? 0
    let name = wanted
    while (used.has(keyOf(name))) name = [...folder, `${++n}_${last}`].join('/')
    counted.set(key, n)
    used.add(keyOf(name))
    return name
  })
}

function pathOf(realName: string): string[] {
  const parts = realName
    .split(/[/\\]/)
    .map(cleanPart)
    .filter((part) => part !== '')
  return parts.length > 0 ? parts.slice(-MOST_DEPTH) : ['file']
}

/** A folder cannot be called what a file of ours is called, either. */
function besides(taken: readonly string[], path: string[]): string[] {
  const [first = '', ...rest] = path
  return rest.length > 0 && taken.map(keyOf).includes(keyOf(first)) ? [`_${first}`, ...rest] : path
}

function foldersOf(path: readonly string[]): string[] {
  return path.slice(0, -1).map((_, index) => path.slice(0, index + 1).join('/'))
}

/** Windows and macOS tell neither case nor composed letters apart. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

const MOST_NAME = 100
/** Most systems take 255 of a name; there is room for the number in front of one that is there twice. */
const MOST_BYTES = 200
const MOST_ENDING = 20
/** What stands in the place of a content that is lost ends so, in whole: as a text it would look like the content. */
export const MISSING = '.missing.txt'
/** What Windows takes for a device, whatever its ending. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i

/** One part of a path; empty when it names nothing. */
function cleanPart(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    // Control characters, those that turn the direction of reading around, and what is no letter of anything.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*\\/]/g, '-')
    .trim()
    .replace(/[. ]+$/, '')
  if (plain === '') return ''
  const short = shorten(plain)
  return DEVICE.test(short) ? `_${short}` : short
}

/** Short enough for every file system, with its ending. */
function shorten(name: string): string {
  if (name.length <= MOST_NAME && Buffer.byteLength(name) <= MOST_BYTES) return name
  const dot = name.endsWith(MISSING) ? name.length - MISSING.length : name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= MOST_ENDING ? name.slice(dot) : ''
  const start = cutBytes(cutUnits(name, MOST_NAME - ending.length), MOST_BYTES - Buffer.byteLength(ending))
  return `${start.replace(/[. ]+$/, '')}${ending}`
}

/** As many whole characters as fit into so many bytes. */
function cutBytes(text: string, most: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(most))
  return text.slice(0, read)
}

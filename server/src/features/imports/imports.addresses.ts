import { hash } from 'node:crypto'
import type { EntityType } from '@aliquot/contract/common'

/** What the address becomes; undefined leaves it. */
export type Resolve = (address: string) => string | undefined

/** Longer ones name no entry and no file of a source. Most are pictures within the text. */
const MOST_UNITS = 2000

/** Rewrites the addresses of links and pictures in a main text. HTML must be cleaned afterwards. */
export function rewriteAddresses(text: string, isHtml: boolean, resolve: Resolve): string {
  const find: Resolve = (address) => (address.length > MOST_UNITS ? undefined : resolve(address))
  const ofHtml = rewriteTags(text, find)
  if (isHtml) return ofHtml
  return [IN_MARKDOWN, REFERENCE].reduce(
    (rest, pattern) =>
      rest.replace(pattern, (all, before: string, address: string) => {
        const found = find(address.startsWith('<') ? address.slice(1, -1) : address)
        return found === undefined ? all : before + found
      }),
    ofHtml,
  )
}

/**
 * Each tag is read attribute by attribute, as a browser does: what looks like an attribute within the value of another
 * one is a text, and stays. No character is looked at more than a few times, whatever the text is.
 */
function rewriteTags(text: string, resolve: Resolve): string {
  const parts: string[] = []
  let done = 0
  TAG.lastIndex = 0
  while (TAG.test(text)) {
    ATTRIBUTE.lastIndex = TAG.lastIndex
    for (let at = ATTRIBUTE.exec(text); at !== null; at = ATTRIBUTE.exec(text)) {
      TAG.lastIndex = ATTRIBUTE.lastIndex
      const [all, before = '', name = '', double, single, bare] = at
      const value = double ?? single ?? bare
      if (value === undefined || !WITH_ADDRESS.has(name.toLowerCase())) continue
      const found = resolve(decode(value))
      if (found === undefined) continue
      parts.push(text.slice(done, at.index), `${before}"${encode(found)}"`)
      done = at.index + all.length
    }
  }
  return done === 0 ? text : parts.join('') + text.slice(done)
}

export function addressesIn(text: string, isHtml: boolean): string[] {
  const found = new Set<string>()
  rewriteAddresses(text, isHtml, (address) => {
    found.add(address)
    return undefined
  })
  return [...found]
}

const WITH_ADDRESS = new Set(['src', 'href', 'poster'])
const TAG = /<[a-z][^\s"'<>/=]*/gi
const ATTRIBUTE =
  /((?:[\s/]+|(?<=["']))([^\s"'<>/=]+)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))|(?:[\s/]+|(?<=["']))[^\s"'<>/=]+/y
const IN_MARKDOWN = /(\]\(\s*)(<[^<>\n]*>|[^\s()<>]+)/g
const REFERENCE = /^( {0,3}\[[^\]\n]{1,500}\]:[ \t]*)(<[^<>\n]*>|[^\s<>]+)/gm

function decode(text: string): string {
  return text.includes('&') ? text.replace(/&(?:amp|#38|#x26);/gi, '&') : text
}

function encode(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** The address of a file of the notebook in a text. */
export function fileAddress(longName: string): string {
  return `/api/v2/files?name=${encodeURIComponent(longName)}`
}

const PAGES: Readonly<Record<EntityType, string>> = {
  experiments: '/experiments',
  items: '/resources',
  experiments_templates: '/templates',
  items_types: '/resource-templates',
}

/** The address of an entry of the notebook in a text. */
export function entryAddress(type: EntityType, id: number): string {
  return `${PAGES[type]}/${id}`
}

/** The names by which an address may refer to a file, the likeliest first. */
export function fileNamesIn(address: string): string[] {
  const plain = address.replace(/#.*$/s, '')
  const [path = '', query = ''] = plain.split('?', 2)
  const asked = new URLSearchParams(query)
  const ofQuery = /(?:download\.php|\/files)$/.test(path) ? [asked.get('f'), asked.get('name')] : []
  const names = [address, plain, ...ofQuery, ...(isAbsolute(address) ? [] : [path, decodePercent(path)])]
  return names.flatMap((name) => (name ? [name, name.replace(/^(?:\.?\/)+/, '')] : []))
}

function isAbsolute(address: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Pages of entries, of eLabFTW and of Aliquot. */
const PAGE_TYPES: Readonly<Record<string, EntityType>> = {
  experiments: 'experiments',
  database: 'items',
  resources: 'items',
  items: 'items',
  templates: 'experiments_templates',
  experiments_templates: 'experiments_templates',
  'resources-templates': 'items_types',
  'resource-templates': 'items_types',
  items_types: 'items_types',
}

/** The entry that an address names by its type and id there, whatever else it says: `experiments 12`. */
function pageIn(address: string): string | undefined {
  if (address.length > MOST_UNITS) return undefined
  const [, page = '', id = ''] =
    /(?:^|\/)([a-z_-]+)\.php\?(?:[^#]*&)?id=(\d{1,10})(?:[&#]|$)/.exec(address) ??
    /(?:^|\/)([a-z_-]+)\/(\d{1,10})\/?(?:[?#]|$)/.exec(address) ??
    []
  const type = Object.hasOwn(PAGE_TYPES, page) ? PAGE_TYPES[page] : undefined
  return type && idKey(type, Number(id))
}

/**
 * A page of the source, without its host: here it would be that of a stranger. Until it is known which entry it was, and
 * if nobody knows, it leads nowhere.
 */
export function parkedAddress(address: string): string | undefined {
  const isPage = !address.startsWith('#') && !isAbsolute(address) && pageIn(address) !== undefined
  return isPage ? `#${address}` : undefined
}

/** What an address was before it was parked. */
export function unparkedAddress(address: string): string | undefined {
  return address.startsWith('#') && parkedAddress(address.slice(1)) ? address.slice(1) : undefined
}

/** How an entry of the source is known by its type and id there. */
export function idKey(type: EntityType, id: number): string {
  return `${type} ${id}`
}

function hostOf(address: string): string {
  return /^(?:https?:)?\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase() ?? ''
}

/** Everything by which an entry with this address can be found. */
export function keysOfAddress(address: string): string[] {
  const page = pageIn(address)
  return [address, ...(page ? [page, `${hostOf(address)} ${page}`] : [])]
}

/** By what to look for an address of a text, the likeliest first. An address of another host is not one of the source. */
export function keysToFind(address: string): string[] {
  const page = pageIn(address)
  const plain = address.replace(/#.*$/s, '')
  return [address, plain, ...(page ? [isAbsolute(address) ? `${hostOf(address)} ${page}` : page] : [])]
}

export function hashOf(text: string): string {
  return hash('sha256', text)
}

import { type EntityType, MAX_ID } from '@aliquot/contract/common'

/** What a code may mean. */
export type Meaning =
  | { kind: 'id'; id: number; type?: EntityType }
  | { kind: 'elabid'; elabid: string }
  | { kind: 'number'; number: number }

/** Pages and paths with an id. */
const PLACES: Readonly<Record<string, EntityType>> = {
  experiments: 'experiments',
  resources: 'items',
  templates: 'experiments_templates',
  'resource-templates': 'items_types',
  'share/experiments': 'experiments',
  'share/items': 'items',
  'share/experiments_templates': 'experiments_templates',
  'share/items_types': 'items_types',
  'api/v2/experiments': 'experiments',
  'api/v2/items': 'items',
  'api/v2/experiments_templates': 'experiments_templates',
  'api/v2/items_types': 'items_types',
}

/** Pages whose id is in their query. */
const PAGES: Readonly<Record<string, EntityType>> = {
  'experiments.php': 'experiments',
  'database.php': 'items',
  'templates.php': 'experiments_templates',
  'resources-templates.php': 'items_types',
}

const ELABID = /^\d{8}-[0-9a-f]{8,64}$/i

/** What a scanner has read. Undefined if no entry here can be meant. */
export function meaningOf(code: string, baseUrl: string): Meaning | undefined {
  // Some scanners send the kind of the code first.
  const text = code.trim().replace(/^\][A-Za-z]\d/, '')
  if (/^https?:/i.test(text)) return meaningOfAddress(text, baseUrl)
  if (ELABID.test(text)) return { kind: 'elabid', elabid: text.toLowerCase() }
  const [, mark, digits] = /^(#?)(\d{1,10})$/.exec(text) ?? []
  const number = Number(digits)
  if (!(number > 0 && number <= MAX_ID)) return undefined
  return mark ? { kind: 'id', id: number } : { kind: 'number', number }
}

/** Ids of other servers are of other entries. */
function meaningOfAddress(text: string, baseUrl: string): Meaning | undefined {
  const base = URL.parse(`${baseUrl}/`.toLowerCase())
  // Some scanners type capitals only.
  const url = URL.parse(text.toLowerCase())
  if (!base || url?.host !== base.host || !url.pathname.startsWith(base.pathname)) return undefined
  const path = url.pathname.slice(base.pathname.length)
  const [, place = '', last] = /^(.*?)\/(\d{1,10})\/?$/.exec(path) ?? []
  if (last !== undefined && (place === 'e' || Object.hasOwn(PLACES, place))) return idOf(last, PLACES[place])
  return Object.hasOwn(PAGES, path) ? idOf(url.searchParams.get('id') ?? '', PAGES[path]) : undefined
}

function idOf(digits: string, type: EntityType | undefined): Meaning | undefined {
  const id = /^\d{1,10}$/.test(digits) ? Number(digits) : 0
  return id > 0 && id <= MAX_ID ? { kind: 'id', id, ...(type && { type }) } : undefined
}

import { codes } from '@aliquot/contract/codes'
import type { EntityType } from '@aliquot/contract/common'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { ENTRY_TYPES } from '../entry-data/entry-types.ts'
import { currentSession } from '../session/session.queries.ts'

/** Pages of eLabFTW that people have as bookmarks, and names of the API that they try as addresses. */
const PLACES: Readonly<Record<string, string>> = {
  'index.php': '/',
  'dashboard.php': '/',
  'login.php': '/sign-in',
  'search.php': '/experiments',
  'show.php': '/experiments',
  'ucp.php': '/account',
  'profile.php': '/account',
  'team.php': '/team',
  'admin.php': '/team',
  'sysconfig.php': '/admin',
  items: '/resources',
  database: '/resources',
  experiments_templates: '/templates',
  items_types: '/resource-templates',
}

const ENTRY_PAGES = new Map<string, EntityType>(
  (['experiments', 'items', 'experiments_templates', 'items_types'] as const).map((type) => [
    `${ENTRY_TYPES[type].page}.php`,
    type,
  ]),
)

/** Where a page of another program is in this one; undefined if nowhere. */
export async function addressHere(address: string): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const [, name = '', id = ''] = /^\/([\w.-]+)(\/\d+)?\/?$/.exec(pathname) ?? []
  const type = ENTRY_PAGES.get(name)
  if (type) return id === '' ? entryPageHere(type, searchParams) : undefined
  // Mentions lead to people, who are what they did.
  if (name === 'people' && id !== '') return `/experiments?owner=${id.slice(1)}`
  if (name === 'e' && id !== '') return entryOfCode(Number(id.slice(1)))
  const place = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined
  if (place === undefined || (id !== '' && name.endsWith('.php'))) return undefined
  const isOfItems = name === 'search.php' && searchParams.get('type') === 'items'
  return `${isOfItems ? '/resources' : place}${id}${wordsIn(searchParams)}`
}

/** The short address on labels does not say the type. */
async function entryOfCode(id: number): Promise<string | undefined> {
  const [entry] = (await call(codes.read, { query: { code: `#${id}` } })).data
  return entry && `${ENTRY_TYPES[entry.type].list}/${entry.id}`
}

function wordsIn(search: URLSearchParams): string {
  const words = search.get('q')
  return words ? `?q=${encodeURIComponent(words)}` : ''
}

/** The page of an entry or a list. A share key is for people without an account. */
async function entryPageHere(type: EntityType, search: URLSearchParams): Promise<string> {
  const id = Number(search.get('id'))
  const key = search.get('access_key')
  if (!(id > 0)) return `${ENTRY_TYPES[type].list}${wordsIn(search)}`
  const isShared = key !== null && !(await queryClient.ensureQueryData(currentSession()).catch(() => null))
  return isShared ? `/share/${type}/${id}?key=${encodeURIComponent(key)}` : `${ENTRY_TYPES[type].list}/${id}`
}

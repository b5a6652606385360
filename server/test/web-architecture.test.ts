import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@aliquot/contract/endpoint'
import { expect, test } from 'vitest'
import { importsAmong, ROOT, sourcesIn } from './import-graph.ts'

/**
 * The parts of the page from the bottom up: each imports only what is below it, and not others of its layer. A feature
 * that is not listed is above all others, and only the routes import it. List it when another feature needs it, on the
 * lowest layer above all that it imports itself.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['api'],
  ['i18n', 'sync'],
  ['ui', 'worker'],
  ['entry-data', 'reason', 'session'],
  ['label-sheets'],
  ['exports', 'imports', 'labels', 'move-in', 'new-entry', 'rendered-text', 'sample-notebook', 'saving'],
  ['mentions'],
  ['comments', 'links', 'share', 'steps', 'tour', 'uploads'],
  ['notifications', 'permissions', 'waiting-entries', 'webhooks'],
  ['entry-list', 'extra-fields', 'live', 'requests', 'team'],
  ['scan'],
  ['files', 'shell', 'todo'],
  ['account', 'dashboard', 'editor'],
  ['admin'],
  ['timeline'],
  ['entry'],
  // The files that start the page, and the languages, which have words for every part.
  ['languages', 'main.tsx', 'routes.tsx', 'theme.ts'],
]

const files = sourcesIn('web/src')
const floors = new Map(FLOORS.flatMap((parts, floor) => parts.map((part) => [part, floor] as const)))
/** Between the last feature and the files that start the page. */
const UNNAMED = FLOORS.length - 1.5
const floorOf = (part: string) => floors.get(part) ?? UNNAMED

/** `entry-list` for all of `web/src/features/entry-list`, `ui` for all of `web/src/ui`. */
function partOf(path: string): string {
  const [first = '', second = ''] = path.replace('web/src/', '').split('/')
  return first === 'features' ? second : first
}

test('every name in FLOORS is a part of the page, and every part but features has a floor', () => {
  const parts = new Set(files.map(partOf))
  expect(FLOORS.flat().filter((part) => !parts.has(part))).toEqual([])
  const others = new Set(files.filter((path) => !path.includes('/features/')).map(partOf))
  expect(
    [...others].filter((part) => !floors.has(part)),
    'add it to FLOORS in web-architecture.test.ts',
  ).toEqual([])
})

test('no part of the page imports one above or beside it', () => {
  const START = new Set(FLOORS.at(-1))
  const wrong = importsAmong(files)
    .map(({ from, to }) => ({ from, to, a: partOf(from), b: partOf(to) }))
    .filter(({ a, b }) => a !== b && !(START.has(a) && START.has(b)))
    .filter(({ a, b }) => floorOf(a) <= floorOf(b))
  expect(
    wrong.map(({ from, to }) => `${from} imports ${to}, which is not below it: see FLOORS in web-architecture.test.ts`),
  ).toEqual([])
})

/** `fetch` itself, not a method or a longer name that ends so. */
const SPEAKS = /\/api\/v2|(?<![.\w])fetch\(|new XMLHttpRequest/

/** The service worker asks for the files of the page, not for data. */
const SPEAKERS: readonly string[] = ['api', 'worker']

test('only api/ speaks to the service: the rest of the page calls endpoints of the contract', () => {
  const speaking = files.filter(
    (path) => !SPEAKERS.includes(partOf(path)) && SPEAKS.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  expect(speaking).toEqual([])
})

test('no path of an endpoint is typed by hand: the contract has it', async () => {
  const endpoints = (await endpointsOfContract()).filter(({ path }) => path !== '/:entity_type')
  expect(endpoints.length).toBeGreaterThan(100)
  const typed = new RegExp(`["'\`](?:${endpoints.map(({ path }) => writtenOut(path)).join('|')})(?=["'\`/?])`, 'g')
  const found = files
    .filter((path) => partOf(path) !== 'api')
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      return Array.from(text.matchAll(typed), ([match]) => `${path}: ${match.slice(1)}`)
    })
  expect(found.filter((one) => !PAGES.has(one.split(': ')[1]))).toEqual([])
})

/** Some pages have the name of the endpoint that they show. */
const ROUTES = readFileSync(join(ROOT, 'web/src/routes.tsx'), 'utf8')
const PAGES = new Set(
  Array.from(ROUTES.matchAll(/^ *path: '([^']+)',$|, path: '([^']+)',/gm), ([, a, b]) =>
    (a ?? b)?.replace(/\/\{-\$\w+\}$/, ''),
  ),
)

async function endpointsOfContract(): Promise<Endpoint[]> {
  const modules = globSync('contract/src/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))
  const exported: object[] = await Promise.all(modules.map((path) => import(join(ROOT, path))))
  const groups = exported.flatMap((module) => Object.values(module) as unknown[])
  return groups.flatMap((group) => (isObject(group) ? Object.values(group).filter(isEndpoint) : []))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isEndpoint(value: unknown): value is Endpoint {
  return isObject(value) && 'method' in value && 'path' in value && 'status' in value
}

const ENTITY_TYPES = 'experiments|items|experiments_templates|items_types'

/** How somebody would type such a path: with values or expressions for its parameters. */
function writtenOut(path: string): string {
  return path
    .replaceAll('/:entity_type', `/(?:\\$\\{[^}]*\\}|${ENTITY_TYPES})`)
    .replaceAll(/\/:\w+/g, '/(?:\\$$\\{[^}]*\\}|\\d+|me|current)')
}

import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AUDIT_SUBJECTS } from '@aliquot/contract/audit-subjects'
import type { Endpoint } from '@aliquot/contract/endpoint'
import { expect, test } from 'vitest'
import { BACKED_UP, REBUILT } from '../src/backup/format.ts'
import { migrations } from '../src/db/migrations/list.ts'
import { TABLES } from '../src/db/tables/all.ts'
import { testApp } from './harness.ts'
import { importsAmong, ROOT, sourcesIn } from './import-graph.ts'

/** Where a new resource must be listed. Each test names the missing line. */

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const find = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort()

test('every migration is listed', () => {
  const names = find('server/src/db/migrations/[0-9]*.ts').map((path) => basename(path, '.ts'))
  expect(names.length).toBeGreaterThan(20)
  const listed = new Set(migrations.map(({ name }) => name))
  const missing = names.filter((name) => !listed.has(name))
  expect(
    missing.map((name) => `${name}.ts never runs: add later('${name}', …) to server/src/db/migrations/list.ts`),
  ).toEqual([])
})

test('every description of a table is listed', async () => {
  const files = find('server/src/db/tables/*/*.ts')
  expect(files.length).toBeGreaterThan(35)
  const listed = new Set<unknown>(TABLES)
  const missing: string[] = []
  for (const file of files) {
    for (const [name, value] of Object.entries<object>(await import(join(ROOT, file)))) {
      if ('proof' in value && !listed.has(value)) missing.push(`${name} of ${file}`)
    }
  }
  expect(missing.map((name) => `add ${name} to TABLES in server/src/db/tables/all.ts`)).toEqual([])
})

/** FTS5 keeps its index in tables of its own. */
const OF_AN_INDEX = /^((entity|people)_search\w*_(config|content|data|docsize|idx)|sqlite_\w+)$/

test('every table of the database has a description', async () => {
  const { ctx } = await testApp()
  const described = new Set([...BACKED_UP.keys(), ...REBUILT, 'migrations'])
  const names = (await ctx.db.read.introspection.getTables()).map(({ name }) => name)
  const missing = names.filter((name) => !described.has(name) && !OF_AN_INDEX.test(name))
  expect(missing.map((name) => `describe ${name} in server/src/db/tables/*/, and list it in all.ts there`)).toEqual([])
})

test('every sealed table has a name in the audit trail', () => {
  const subjects = TABLES.flatMap(({ proof }) => ('subject' in proof ? [proof.subject as string] : []))
  expect(subjects.length).toBeGreaterThan(15)
  const missing = subjects.filter((subject) => !(AUDIT_SUBJECTS as readonly string[]).includes(subject))
  expect(missing.map((subject) => `add ${subject} to contract/src/audit-subjects.ts`)).toEqual([])
})

test('every routes file is bound', () => {
  const app = read('server/src/app.ts')
  const functions = find('server/src/features/*/*.routes.ts').flatMap((file) =>
    Array.from(read(file).matchAll(/^export function (\w+)\((?:route|app):/gm), ([, name]) => ({ name, file })),
  )
  expect(functions.length).toBeGreaterThan(30)
  // Imported, and used.
  const missing = functions.filter(({ name }) => app.split(new RegExp(`\\b${name}\\b`)).length < 3)
  expect(
    missing.map(({ name, file }) => `${name} of ${file} is bound nowhere: add it to features in server/src/app.ts`),
  ).toEqual([])
})

test('every endpoint of the contract is bound', async () => {
  const bound = new Set((await testApp()).app.bound.map(({ endpoint }) => endpoint.name))
  const files = find('contract/src/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const missing: string[] = []
  for (const file of files) {
    for (const { name } of endpointsIn(await import(join(ROOT, file)))) {
      if (!bound.has(name)) missing.push(`${name} of ${file} has no handler: route(…) it in the routes of its feature`)
    }
  }
  expect(missing).toEqual([])
})

function endpointsIn(value: unknown, depth = 0): Endpoint[] {
  if (typeof value !== 'object' || value === null || '_zod' in value || depth > 3) return []
  if ('method' in value && 'path' in value && 'summary' in value) return [value as Endpoint]
  return Object.values(value).flatMap((one) => endpointsIn(one, depth + 1))
}

test('every page has a route', () => {
  const imported = new Set(importsAmong(sourcesIn('web/src')).map(({ to }) => to))
  const pages = find('web/src/features/*/*Page.tsx')
  expect(pages.length).toBeGreaterThan(8)
  const missing = pages.filter((page) => !imported.has(page))
  expect(missing.map((page) => `no address leads to ${page}: add a route to web/src/routes.tsx`)).toEqual([])
})

test('every route of the page is in the tree of routes', () => {
  const routes = read('web/src/routes.tsx')
  const tree = routes.slice(routes.indexOf('createRouter('))
  const names = Array.from(routes.matchAll(/^const (\w+) = createRoute\(/gm), ([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(15)
  const missing = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(tree))
  expect(missing.map((name) => `add ${name} to addChildren([…]) in web/src/routes.tsx`)).toEqual([])
})

test('every place of the navigation has keys of its own', () => {
  const keys = Array.from(read('web/src/routes.tsx').matchAll(/keys: '(g \w)'/g), ([, pressed]) => pressed)
  expect(keys.length).toBeGreaterThan(6)
  expect(new Set(keys).size).toBe(keys.length)
})

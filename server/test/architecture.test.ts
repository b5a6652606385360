import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { FLOORS, roomOf, SERVER, serverImports, withPicture } from './architecture.ts'
import { circlesIn, importsAmong, ROOT, sourcesIn, specifiersIn } from './import-graph.ts'

const imports = serverImports()

test('every room of the server has a floor', () => {
  const rooms = new Set(sourcesIn('server/src').map(roomOf))
  expect([...rooms].sort(), 'add new rooms to FLOORS in architecture.ts').toEqual(FLOORS.flat().sort())
})

test('imports of the server go down', () => {
  const floorOf = new Map(FLOORS.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)))
  const height = (path: string) => floorOf.get(roomOf(path)) ?? Number.NaN
  const wrong = imports.filter(({ from, to }) => roomOf(from) !== roomOf(to) && !(height(from) < height(to)))
  expect(wrong.map(tell('that is not below it, see FLOORS in architecture.ts'))).toEqual([])
})

test('a feature reads and changes the rows of another one only through its other files', () => {
  const wrong = imports.filter(
    ({ from, to }) => /features\/.*\.repo\.ts$/.test(to) && featureOf(from) !== featureOf(to),
  )
  expect(wrong.map(tell('a repository of another feature. Use its .lookup, .access, .change or .service'))).toEqual([])
})

/**
 * Files that are about HTTP themselves, the reader of upload forms, and an archive with lists in the form of the API.
 */
const KNOW_HTTP = [
  ...['features/docs/', 'features/resumable-uploads/tus.ts'],
  ...['features/uploads/uploads.receive.ts', 'features/imports/imports.receive.ts'],
  'features/exports/exports.everything.ts',
  // Counts connections.
  'features/instance/metrics.instance.ts',
]

test('only routes know http/', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      roomOf(from) === 'features' &&
      roomOf(to) === 'http' &&
      !from.endsWith('routes.ts') &&
      !KNOW_HTTP.some((known) => from.startsWith(SERVER + known)),
  )
  expect(wrong.map(tell('only routes may know http/'))).toEqual([])
})

test('a migration imports nothing that can change after its release', () => {
  const migrations = sourcesIn('server/src/db/migrations').filter((path) => !path.endsWith('/list.ts'))
  const wrong = migrations.flatMap((path) =>
    specifiersIn(path)
      .filter(({ specifier }) => !/^(kysely|node:\w+|\.\/frozen\/[\w-]+\.ts)$/.test(specifier))
      .filter(({ specifier }) => !(path.includes('/frozen/') && /^\.\/[\w-]+\.ts$/.test(specifier)))
      .map(({ specifier }) => `${path} imports ${specifier}: migrations import only packages and frozen/`),
  )
  expect(wrong).toEqual([])
})

test('only db/ knows what differs between the engines', () => {
  const files = sourcesIn('server/src').filter((path) => roomOf(path) !== 'db')
  const wrong = files.filter((path) => /engine(Of\([^)]*\))?\s*[=!]==/.test(readFileSync(join(ROOT, path), 'utf8')))
  expect(wrong, 'give the difference a name in db/dialect.ts, or an object for each engine below db/').toEqual([])
})

test.each(['contract/src', 'server', 'web/src', 'e2e'])('%s has no circles of imports', (folder) => {
  const files = sourcesIn(folder)
  const circles = circlesIn(files, importsAmong(files)).map((circle) => circle.join(' → '))
  expect(circles.filter((circle) => !CIRCLES_OF_TODAY.some((known) => circle.includes(known)))).toEqual([])
})

/** Import cycles that still exist. This list only gets shorter. */
const CIRCLES_OF_TODAY: readonly string[] = [
  ...['server/bench/web-report.ts', 'server/bench/report.ts', 'server/seed/entry-rows.ts', 'server/drills/resumer.ts'],
  'web/src/features/entry-list/grid/columns.ts',
  ...['web/src/features/rendered-text/code/highlighter.ts', 'web/src/features/editor/menus/TagMenu.tsx'],
  ...['web/src/features/extra-fields/FieldValue.tsx', 'web/src/features/steps/StepMenu.tsx'],
]

/** In web/src: the files of a folder must not import these. */
const WEB_RULES: readonly { folder: string; never: readonly string[] }[] = [
  { folder: 'ui', never: ['features', 'shell'] },
  { folder: 'i18n', never: ['features', 'shell', 'ui'] },
  { folder: 'api', never: ['features', 'shell'] },
  { folder: 'sync', never: ['features', 'shell', 'ui'] },
]

/** Imports that still break WEB_RULES. This list only gets shorter. */
const WEB_EXCEPTIONS: readonly string[] = []

test.each(WEB_RULES)('web: $folder imports none of $never', ({ folder, never }) => {
  const wrong = importsAmong(sourcesIn('web/src')).filter(
    ({ from, to }) =>
      from.startsWith(`web/src/${folder}/`) &&
      never.some((other) => to.startsWith(`web/src/${other}/`)) &&
      !WEB_EXCEPTIONS.includes(`${from} ${to}`),
  )
  expect(wrong.map(tell(`${folder}/ must not, see WEB_RULES`))).toEqual([])
})

const MOST_FILES = 30
/**
 * One file per resource of the API, which gives it its import path: `@aliquot/contract/comments`, and per feature for its words
 * in a language. And one per migration: released ones are never moved.
 */
const FLAT =
  /^(contract\/src|contract\/src\/refusals|web\/src\/languages\/\w+\/(refusals|features)|server\/src\/db\/migrations)$/

test('no folder has more files than a glance takes in', () => {
  const folders = Map.groupBy(['contract/src', 'server', 'web/src', 'e2e'].flatMap(sourcesIn), (path) => dirname(path))
  const crowded = [...folders].filter(([folder, files]) => files.length > MOST_FILES && !FLAT.test(folder))
  expect(crowded.map(([folder, files]) => `${folder} has ${files.length} files, more than ${MOST_FILES}`)).toEqual([])
})

test('docs/architecture.md shows the imports of today', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  expect(page, '`npm run picture` draws it').toBe(withPicture(page))
})

/**
 * Module-level state that all notebooks of a process may share, and why. Everything else belongs to the context, which
 * start.ts builds.
 */
const OF_THE_PROCESS: Readonly<Record<string, string>> = {
  'db/postgres/named-statements.ts names': 'the text of our own statements',
  'features/entries/record/row-text.ts knownTags': 'by the text that it was written from',
  'http/answers/answer.ts serialisers': 'by schema',
  'http/answers/flush-replies-together.ts end': 'one event loop',
  'http/answers/lists.ts knownLinks': 'by address',
  'http/headers.ts lastId': 'numbers requests',
  'http/requests/form.ts patient': 'by connection',
  'jobs/wake.ts runners': 'waking one too many is harmless',
  'features/notifications/wake.ts senders': 'waking one too many is harmless',
  'lib/clock.ts at': 'one clock',
  'lib/clock.ts second': 'one clock',
  'lib/clock.ts secondText': 'one clock',
  'lib/clock.ts text': 'one clock',
  'lib/dates.ts zones': 'time zones',
  'lib/password.ts running': 'bounds the memory of the process',
  'lib/text.ts segmenter': 'a loaded library',
  'media/paper/typesetter.ts opened': 'a loaded library',
  'media/pdfium.ts opened': 'a loaded library',
  'media/pictures.ts opened': 'a loaded library',
  'text-work/threads.ts queues': 'the threads of the process',
  'text-work/threads.ts threads': 'the threads of the process',
}

/** Filled or assigned after the module was loaded: initially empty, or declared with let. */
const STATE = /^(?:export )?(?:const (\w+)[^=\n]*= new (?:WeakMap|WeakSet|Map|Set)\b.*\(\)$|let (\w+))/gm

test('what a notebook remembers hangs on its context, not on a module', () => {
  const found = sourcesIn('server/src').flatMap((path) =>
    Array.from(
      readFileSync(join(ROOT, path), 'utf8').matchAll(STATE),
      ([, constant, variable]) => `${path.slice(SERVER.length)} ${constant ?? variable}`,
    ),
  )
  const constants = found.filter((name) => name.endsWith(' characters'))
  const wrong = found.filter((name) => !(name in OF_THE_PROCESS) && !constants.includes(name))
  expect(wrong, 'make it a member of Context, built in start.ts').toEqual([])
  expect(
    Object.keys(OF_THE_PROCESS).filter((name) => !found.includes(name)),
    'is no longer there',
  ).toEqual([])
})

function tell(rule: string) {
  return ({ from, to }: { from: string; to: string }) => `${from} imports ${to}: ${rule}`
}

/** `features/tags` for everything below it; the path itself outside of features. */
function featureOf(path: string): string {
  return /features\/[^/]+/.exec(path)?.[0] ?? path
}

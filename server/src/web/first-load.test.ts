import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HASHED } from './stored-files.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** What an empty browser loads before the first rows of the list, in kB gzipped. */
const LIMIT = 180

/** Parts above 1 kB before minification, when the limit was last met, in kB. What grew is named if the limit is exceeded. */
const KNOWN: Readonly<Record<string, number>> = {
  'react-dom': 537,
  '@mantine/core': 113,
  '@tanstack/router-core': 115,
  'web/src/features/entry-list': 86,
  '@tanstack/query-core': 71,
  '@tanstack/react-router': 36,
  'web/src/ui': 34,
  'web/src/shell': 27,
  'lucide-react': 24,
  react: 17,
  'web/src/api': 20,
  '@tanstack/history': 10,
  scheduler: 9,
  '@tanstack/react-query': 9,
  '@tanstack/store': 8,
  'web/src/i18n': 8,
  'web/src/routes.tsx': 8,
  'contract/src': 7,
  'web/src/features/entry-data': 11,
  'web/src/features/session': 5,
  'web/src/features/notifications': 5,
  'the bundler': 5,
  '@mantine/hooks': 3,
  'web/src/features/new-entry': 5,
  'web/src/features/labels': 2,
  'use-sync-external-store': 3,
  'web/src/theme.ts': 2,
  'web/src/sync': 1,
}

test(`the first load of the list is at most ${LIMIT} kB of JavaScript gzipped`, async () => {
  const chunks = await buildPage()
  const asked = chunks.map(({ fileName }) => `/${fileName}`).filter((address) => !HASHED.test(address))
  expect(asked, 'Browsers ask for these again on every visit').toEqual(['/sw.js'])
  const loaded = firstLoad(chunks)
  const theme = await readFile(join(ROOT, 'web/static/theme.js'), 'utf8')
  const sources = [theme, ...loaded.map(({ code }) => code)]
  const total = sources.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0) / 1000
  console.log(`first load of the list: ${total.toFixed(1)} kB of JavaScript gzipped`)
  const sizes = sizesByPart(loaded)
  const grown = [...sizes]
    .map(([part, size]) => ({ part, size, by: size - (KNOWN[part] ?? 0) }))
    .filter(({ by }) => by > 1)
    .sort((a, b) => b.by - a.by)
    .map(({ part, size, by }) => `${part}: ${by.toFixed(1)} kB more, ${size.toFixed(1)} before minification`)
  expect(total, `Load on demand what the first rows do not need. Grown:\n${grown.join('\n')}`).toBeLessThanOrEqual(
    LIMIT,
  )
})

async function buildPage(): Promise<Rolldown.OutputChunk[]> {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const web = join(ROOT, 'web')
  const built = await build({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    configLoader: 'native',
    mode: 'production',
    logLevel: 'error',
    build: { write: false },
  })
  if (!('output' in built)) throw new Error('Vite built something else than one page')
  return built.output.filter((one) => one.type === 'chunk')
}

const ENTRIES = /web\/(?:index\.html|src\/(?:shell\/Shell|features\/entry-list\/EntryListPage)\.tsx)$/

/** The page, its frame, the list, and what they import. */
function firstLoad(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set<Rolldown.OutputChunk>()
  const load = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const name of chunk.imports) load(byName.get(name))
  }
  for (const chunk of chunks) if (ENTRIES.test(chunk.facadeModuleId ?? '')) load(chunk)
  return [...loaded]
}

/** Kilobytes before minification: of each package, and of each folder of the page. */
function sizesByPart(chunks: readonly Rolldown.OutputChunk[]): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const [id, { renderedLength }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    const part = partOf(id)
    sizes.set(part, (sizes.get(part) ?? 0) + renderedLength / 1000)
  }
  return sizes
}

function partOf(id: string): string {
  const [, inPackage] = id.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? []
  if (inPackage) return inPackage
  const [own] = id.match(/web\/src\/features\/[^/]+|web\/src\/[^/]+|contract\/src/) ?? []
  return own ?? 'the bundler'
}

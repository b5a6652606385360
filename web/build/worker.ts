import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const STATIC = join(ROOT, 'static')
const WORKER = 'sw.js'

/**
 * The parts without which one cannot read and write offline, by their names in web/src. The worker stores them and all
 * they import before they are first opened; other parts when they are used. A test checks that each is one file.
 */
export const OFFLINE: readonly string[] = [
  'main',
  'api/seen-store',
  'shell/Shell',
  'shell/palette/Palette',
  'features/dashboard/DashboardPage',
  'features/entry-list/EntryListPage',
  'features/entry/EntryPage',
  'features/editor/RichEditor',
  'features/editor/EditorTools',
  'features/editor/MarkdownSource',
  'features/files/FileSection',
  'features/waiting-entries/WaitingEntries',
  'features/waiting-entries/resume-new-entries',
  'features/rendered-text/RenderedText',
  'features/saving/merge-worker',
  'features/session/SignInPage',
]

/** Builds the service worker as `/sw.js`, and writes into it which files it stores. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: join(ROOT, 'src/worker/service-worker.ts'), fileName: WORKER })
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const worker = bundle[WORKER]
      if (worker?.type !== 'chunk') throw new Error('The service worker was not built')
      if (worker.imports.length > 0) throw new Error('The service worker must not import anything')
      const files = shellFiles(bundle)
      const version = createHash('sha256').update(files.join(' '))
      version.update(String((bundle['index.html'] as Rolldown.OutputAsset | undefined)?.source))
      for (const path of staticFiles()) version.update(readFileSync(join(STATIC, path)))
      worker.code = worker.code
        .replace('__SHELL_FILES__', files.join(' '))
        .replace('__SHELL_VERSION__', version.digest('hex').slice(0, 16))
    },
  },
}

function staticFiles(): string[] {
  return readdirSync(STATIC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(STATIC.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

type Bundle = Rolldown.OutputBundle

/** The page, what it loads before it is built, and the parts above with their styles. */
function shellFiles(bundle: Bundle): string[] {
  const found = new Set<string>()
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.moduleIds.some(isOffline)) addChunk(bundle, chunk, found)
  }
  // Workers are built on their own.
  for (const name of Object.keys(bundle)) if (/^assets\/merge-worker-/.test(name)) found.add(name)
  return ['/', ...staticFiles().map((path) => `/${path}`), ...[...found].sort().map((path) => `/${path}`)]
}

function isOffline(id: string): boolean {
  const path = id.replaceAll('\\', '/')
  return OFFLINE.some((name) => path.includes(`/web/src/${name}.ts`))
}

function addChunk(bundle: Bundle, chunk: Rolldown.OutputChunk, found: Set<string>): void {
  if (found.has(chunk.fileName)) return
  found.add(chunk.fileName)
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') addChunk(bundle, imported, found)
  }
}

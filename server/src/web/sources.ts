import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** Everything that determines the built interface; the lock file stands for the packages. */
const SOURCES = [
  'web/src',
  'web/static',
  'web/index.html',
  'web/vite.config.ts',
  'web/build',
  'contract/src',
  'package-lock.json',
]

/** The version of the storage layout: a change invalidates stored builds. */
const LAYOUT = '1'

/** Identifies the current build: it changes with any byte of the sources. */
export function hashSources(root: string = ROOT): string {
  const hash = createHash('sha256').update(LAYOUT)
  for (const path of SOURCES.flatMap((source) => filesOf(root, source))) {
    const content = readFileSync(join(root, path))
    hash.update(`\0${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 24)
}

function filesOf(root: string, source: string): string[] {
  if (/\.\w+$/.test(source)) return [source]
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort()
}

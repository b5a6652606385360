import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Import {
  /** Paths relative to the root of the repository. */
  from: string
  to: string
  /** A type-only import, which loads nothing. */
  isType: boolean
}

const STATEMENT = /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm

/** The source files of a folder, without tests. */
export function sourcesIn(folder: string): string[] {
  const found = globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: ROOT })
  return found
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(test|e2e|examples)\.tsx?$/.test(path) && !path.includes('node_modules/'))
    .sort()
}

/** The imports among these files. */
export function importsAmong(files: readonly string[]): Import[] {
  const known = new Set(files)
  return files.flatMap((from) =>
    specifiersIn(from).flatMap(({ specifier, isType }) => {
      const to = posix.join(dirname(from), specifier)
      return specifier.startsWith('.') && known.has(to) ? [{ from, to, isType }] : []
    }),
  )
}

/** The import specifiers of a file. */
export function specifiersIn(path: string): { specifier: string; isType: boolean }[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return Array.from(text.matchAll(STATEMENT), ([, type, named, bare, dynamic]) => ({
    specifier: named ?? bare ?? dynamic ?? '',
    isType: type !== undefined,
  }))
}

/** The import cycles of these files: strongly connected components (Tarjan). */
export function circlesIn(files: readonly string[], imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    order.set(file, order.size)
    let low = order.size - 1
    open.push(file)
    for (const { to } of targets.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to))
      else if (open.includes(to)) low = Math.min(low, lowest.get(to) ?? order.get(to) ?? low)
    }
    lowest.set(file, low)
    if (low === order.get(file)) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle)
    }
    return low
  }
  for (const file of files) if (!order.has(file)) visit(file)
  return circles
}

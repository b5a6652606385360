import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CONFIG_DEFAULTS } from '@aliquot/contract/config'
import { describe, expect, test } from 'vitest'
import { settings } from '../src/config.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

describe('docs/configuration.md', () => {
  const [environment = '', whileItRuns = ''] = read('docs/configuration.md').split('## Set while it runs')
  const rowsIn = (text: string) =>
    new Map(Array.from(text.matchAll(/^\| `(\w+)` \| (\S+) \|/gm), (row) => [row[1] ?? '', row[2] ?? '']))
  const rows = rowsIn(environment)

  test('lists every setting and no other', () => {
    expect([...rows.keys()].sort()).toEqual(Object.keys(settings.shape).sort())
  })

  test('gives the defaults that the program uses', () => {
    for (const [name, schema] of Object.entries(settings.shape)) {
      const written = rows.get(name)
      const value = written === 'none' ? undefined : written?.replaceAll('`', '')
      expect(schema.parse(value), name).toEqual(schema.parse(undefined))
    }
  })

  test('gives the defaults of what is set while it runs', () => {
    const written = rowsIn(whileItRuns)
    expect(written.size).toBeGreaterThan(10)
    for (const [key, text] of written) {
      expect(CONFIG_DEFAULTS, key).toHaveProperty(key, text === 'null' ? null : text.replaceAll('`', ''))
    }
  })
})

describe('docs/dependencies.md', () => {
  const page = read('docs/dependencies.md')
  const manifests = [
    'package.json',
    'contract/package.json',
    'server/package.json',
    'typed-clients/package.json',
    'web/package.json',
    'e2e/package.json',
  ]
  const names = manifests.flatMap((path) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path))
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })

  test.each(names.filter((name) => !name.startsWith('@aliquot/') && !name.startsWith('@types/')))(
    'says what %s is for',
    (name) => {
      expect(page).toContain(`\`${name}\``)
    },
  )
})

test('no package runs a script when it is installed', () => {
  expect(read('package-lock.json')).not.toContain('hasInstallScript')
})

test('the lock file names no host, and has the platform packages of x64 and arm64', () => {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { resolved?: string }> }
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([])
  const paths = Object.keys(lock.packages)
  const forX64 = paths.filter((path) => /linux-x64(-gnu)?$/.test(path))
  expect(forX64.length).toBeGreaterThan(3)
  for (const path of forX64) expect(paths).toContain(path.replace('linux-x64', 'linux-arm64'))
})

test.each(globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }))('the links of %s lead somewhere', (page) => {
  const targets = Array.from(read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g), (link) => String(link[1]))
  const dead = targets.filter((target) => !existsSync(join(ROOT, dirname(page), target)))
  expect(dead).toEqual([])
})

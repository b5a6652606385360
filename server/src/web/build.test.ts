import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test as testCase } from 'vitest'
import { provideWeb } from './build.ts'
import { hashSources } from './sources.ts'
import { readStoredFiles } from './stored-files.ts'

// Independent of the database: once is enough.
const test = testCase.skipIf(process.env.TEST_ENGINE === 'postgres')

const ROOT = join(import.meta.dirname, '../../..')

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'aliquot-build-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('the interface is built into the data folder, once', async () => {
  const dataDir = folder()
  const cache = join(dataDir, 'cache/web')
  mkdirSync(join(cache, 'of-an-earlier-version'), { recursive: true })
  mkdirSync(join(cache, 'unfinished-long-ago'))
  utimesSync(join(cache, 'unfinished-long-ago'), 0, 0)
  mkdirSync(join(cache, 'unfinished-just-now'))

  const files = await provideWeb(dataDir)

  const page = files?.get('/')?.plain.toString() ?? ''
  const referred = Array.from(page.matchAll(/(?:src|href)="([^"]+)"/g), (match) => String(match[1]))
  expect(referred.length).toBeGreaterThan(2)
  for (const address of referred) expect(files?.has(address), address).toBe(true)
  // The content security policy forbids all of these.
  expect(page).not.toMatch(/<style|style="|\son\w+="|<script>/)
  const built = join(cache, hashSources())
  expect(readdirSync(cache).sort()).toEqual([hashSources(), 'unfinished-just-now'].sort())

  // The second time the stored build is used.
  writeFileSync(join(built, 'index.html'), page.replace('Aliquot', 'Stored!'))
  expect((await provideWeb(dataDir))?.get('/')?.plain.toString()).toContain('Stored!')
})

test('a stored build of which something is missing is none', async () => {
  const built = folder()
  const { completeStoredFiles } = await import('./stored-files.ts')
  writeFileSync(join(built, 'index.html'), '<p>home')
  writeFileSync(join(built, 'icon.svg'), '<svg/>')
  expect(readStoredFiles(built)).toBeUndefined()
  await completeStoredFiles(built)
  expect(readStoredFiles(built)?.size).toBe(2)
  truncateSync(join(built, 'icon.svg'), 0)
  expect(readStoredFiles(built)).toBeUndefined()
  rmSync(join(built, 'icon.svg'))
  expect(readStoredFiles(built)).toBeUndefined()
})

test('any change of the sources makes a build stale', () => {
  const copy = folder()
  for (const path of [
    'web/src',
    'web/static',
    'web/index.html',
    'web/vite.config.ts',
    'web/build',
    'contract/src',
    'package-lock.json',
  ]) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  }
  const seen = new Set([hashSources(copy)])
  expect(seen).toEqual(new Set([hashSources(ROOT)]))
  for (const path of ['web/src/main.tsx', 'web/static/icon.svg', 'contract/src/common.ts', 'package-lock.json']) {
    writeFileSync(join(copy, path), 'changed')
    seen.add(hashSources(copy))
  }
  writeFileSync(join(copy, 'web/src/new.ts'), '')
  seen.add(hashSources(copy))
  expect(seen.size).toBe(6)
  expect(existsSync(join(ROOT, 'web/src/new.ts'))).toBe(false)
})

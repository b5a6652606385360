import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { BASE, isBase } from '../../../web/build/base-chunk.ts'
import { SMALL } from '../../../web/build/small-chunk.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A component and its styles count once: `Shell.tsx`, `Shell.module.css`. */
const CODE = /^\.(tsx?|mjs|js|css)$/

test.each([...BASE, ...SMALL])('%s of the shared files is one file', (name) => {
  const folder = join(ROOT, dirname(name))
  const files = readdirSync(folder).filter((file) => file.startsWith(basename(name)))
  expect(files.filter((file) => CODE.test(file.slice(basename(name).length)))).toHaveLength(1)
})

test('a part of the base file is known by its whole path', () => {
  expect(isBase(join(ROOT, 'web/src/shell/Shell.tsx'))).toBe(true)
  expect(isBase(join(ROOT, 'web/src/shell/Shell.module.css'))).toBe(true)
  expect(isBase('C:\\notebook\\web\\src\\shell\\Shell.tsx')).toBe(true)
  expect(isBase(join(ROOT, 'web/src/features/other/Shell.tsx'))).toBe(false)
})

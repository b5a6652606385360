import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OFFLINE } from '../../../web/build/worker.ts'

const SOURCES = join(import.meta.dirname, '../../../web/src')

test.each(OFFLINE)('%s, which the service worker stores, is one file', (name) => {
  expect(['.ts', '.tsx'].filter((ending) => existsSync(join(SOURCES, name + ending)))).toHaveLength(1)
})

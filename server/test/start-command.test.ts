import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { START_ARGUMENTS } from './start-command.ts'

const ROOT = join(import.meta.dirname, '../..')
const FLAGS = START_ARGUMENTS.filter((word) => word.startsWith('--')).join(' ')

test.each(['server/src/cli/aliquot.js', 'docs/configuration.md', 'docs/operating.md'])(
  '%s has the flags of npm start',
  (file) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`node ${FLAGS}`)
  },
)

test('V8 does not take the rows of a long list for ones that stay', () => {
  expect(FLAGS).toContain('--no-allocation-site-pretenuring')
})

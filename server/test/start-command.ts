import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** The arguments of Node in `npm start`, flags included, so that tests and benchmarks start the same service. */
export const START_ARGUMENTS = readStartArguments()

function readStartArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const [, ...words] = scripts.start.split(' ')
  return words.map((word) => (word.startsWith('--') ? word : join(ROOT, word)))
}

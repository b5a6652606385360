import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, slowest first. */
const LONG = [
  'keeping-text',
  'matrix',
  'editor',
  'accessibility-desk',
  'accessibility-phone',
  'kept-fields',
  'stored-scripts',
  'writing-together',
  'list',
]

/** Starts the slowest files first, so that none is left alone at the end. */
export class LongWalksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.indexOf(basename(moduleId, '.e2e.ts'))
      return place === -1 ? LONG.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

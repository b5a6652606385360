import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose walks take longest, the longest first. */
const LONG = ['keeping-text', 'stored-scripts', 'accessibility-desk', 'accessibility-phone', 'writing-together']

/** No long walk is begun when the others are nearly done: whatever is left then has a worker to itself. */
export class LongWalksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.indexOf(basename(moduleId, '.e2e.ts'))
      return place === -1 ? LONG.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts these test files first, in this order, so that none is left alone at the end. */
export function longFilesFirst(names: readonly string[]): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const rank = ({ moduleId }: TestSpecification) => {
        const place = names.findIndex((name) => basename(moduleId).startsWith(`${name}.`))
        return place === -1 ? names.length : place
      }
      return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
    }
  }
}

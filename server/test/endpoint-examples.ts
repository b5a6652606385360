import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@aliquot/contract/endpoint'
import type { Examples, MakeExample } from './example-world.ts'
import type { TestApp } from './harness.ts'

const FEATURES = join(import.meta.dirname, '../src/features')

/** One call of each mutating endpoint that succeeds and changes something, from the `.examples.ts` of every feature. */
export const examples: Examples = Object.assign({}, ...(await loadExamples()))

function loadExamples(): Promise<Examples[]> {
  const files = globSync('*/*.examples.ts', { cwd: FEATURES }).sort()
  return Promise.all(files.map(async (file) => (await import(join(FEATURES, file))).examples))
}

export function endpointsOf(app: TestApp['app']): Endpoint[] {
  return app.bound.map(({ endpoint }) => endpoint)
}

export function exampleOf({ name }: Endpoint): MakeExample {
  const example = examples[name]
  if (!example) throw new Error(missingExample(name))
  return example
}

export function isMutating({ method }: Endpoint): boolean {
  return method !== 'GET'
}

export function missingExample(name: string): string {
  return `${name} has no example call: add it to the .examples.ts of its feature, beside its routes`
}

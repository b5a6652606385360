import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { provideWeb } from '../server/src/web/build.ts'

/** Builds the interface once for all walks, into a folder that goes away with the run. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-e2e-web-'))
  if (!(await provideWeb(folder))) throw new Error('The web interface could not be built')
  project.provide('builtWeb', join(folder, 'cache/web'))
  return () => rmSync(folder, { recursive: true, force: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    builtWeb: string
  }
}

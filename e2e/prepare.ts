import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { provideWeb } from '../server/src/web/build.ts'
import { Notebook } from './notebook.ts'

/** What every test starts with. */
export interface Prepared {
  /** The built interface and the compiled service. */
  cache: string
  /** The folder of a notebook with one person in it. */
  original: string
  /** Two sessions of that person, for calls outside of the browser and for the browser. */
  cookie: string
  session: string
}

/** Once for all tests: builds the interface, and sets up the notebook that most of them copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Thorough walks also look at the page of all components.
  if (process.env.WALK_THOROUGH === '1') process.env.WEB_DESIGN = '1'
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-e2e-web-'))
  if (!(await provideWeb(folder))) throw new Error('The web interface could not be built')
  const cache = join(folder, 'cache')
  const first = new Notebook(cache)
  await first.start()
  const cookie = await first.setUp()
  const session = await first.signIn()
  // Stopped and not killed, because Node writes its compile cache at exit.
  await first.stop()
  project.provide('prepared', { cache, original: first.folder, cookie, session })
  return async () => {
    await first.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    prepared: Prepared
  }
}

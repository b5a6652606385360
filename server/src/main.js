// @ts-check
import { existsSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { resolveImportsQuickly } from './lib/loading/resolve-quickly.js'

// In JavaScript, as are two files of lib/loading. It runs before the cache of compiled code is there,
// and as TypeScript it would have every start load Node's translator, which takes 17 MB and stays.
//
// `npm start` has V8 set at most 24 MB aside for new objects, where it would take 48: long lists and exports then take half
// the memory, and an idle service 10 MB less. V8 takes this at its start only.
//
// What the service writes is for itself alone.
process.umask(0o077)
keepCompiledCode()
resolveImportsQuickly()
const { plainMessage } = await import('./plain-message.ts')
const { serve } = await import('./serve.ts')

try {
  await serve()
} catch (error) {
  console.error(plainMessage(error) ?? error)
  process.exit(1)
}

/**
 * Runs before the program is loaded: Node caches its compiled code in the data folder, which halves the time of the
 * next start. If the folder is not writable nothing is cached; opening it reports the problem later.
 */
function keepCompiledCode() {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const folder = process.env.DATA_DIR || './data'
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    enableCompileCache(join(folder, 'cache'))
  } catch {}
}

// @ts-check
import { existsSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// The one file in JavaScript. It runs before the cache of compiled code is there, and as TypeScript it would have every
// start load Node's translator, which takes 17 MB and stays.
keepCompiledCode()
// What a start throws away would have V8 set 25 MB aside for new objects, and keep them. Requests may make it grow.
setFlagsFromString('--semi-space-growth-factor=1')
const { plainMessage } = await import('./plain-message.ts')
const { serve } = await import('./serve.ts')

try {
  await serve()
  setFlagsFromString('--semi-space-growth-factor=2')
} catch (error) {
  console.error(plainMessage(error) ?? error)
  process.exit(1)
}

/**
 * Before the program is loaded: what Node makes of its files is kept in the data folder, and the next start takes half
 * the time. Where that cannot be written nothing is kept; what is wrong with the folder is said when it is opened.
 */
function keepCompiledCode() {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const folder = process.env.DATA_DIR || './data'
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    enableCompileCache(join(folder, 'cache'))
  } catch {}
}

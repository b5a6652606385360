import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before the program is loaded, and in the same place as the server's: commands start in half the time.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/aliquot'))

const { run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2))

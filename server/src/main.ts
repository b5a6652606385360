import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before the program is loaded: what Node makes of its files is kept, and the next start takes half the time. It lies
// beside what npm installed, not with the data; where that cannot be written, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/aliquot'))

const { plainMessage } = await import('./plain-message.ts')
const { serve } = await import('./serve.ts')

try {
  await serve()
} catch (error) {
  console.error(plainMessage(error) ?? error)
  process.exit(1)
}

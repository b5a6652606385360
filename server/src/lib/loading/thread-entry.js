// @ts-check
import { enableCompileCache, flushCompileCache } from 'node:module'
import { resolveImportsQuickly } from './resolve-quickly.js'

// In JavaScript for the same reason as main.js: it runs before the cache of compiled code is there. See ../thread.ts.
const [, , module = '', cache] = process.argv
if (cache) enableCompileCache(cache)
resolveImportsQuickly()
await import(module)
if (cache) flushCompileCache()

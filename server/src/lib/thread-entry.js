// @ts-check
import { enableCompileCache, flushCompileCache } from 'node:module'

// In JavaScript for the same reason as main.js: it runs before the cache of compiled code is there. See thread.ts.
const [, , module = '', cache] = process.argv
if (cache) enableCompileCache(cache)
await import(module)
if (cache) flushCompileCache()

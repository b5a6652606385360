import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const CONTRACT = /[\\/]contract[\\/]src[\\/][\w-]+\.ts$/

/**
 * The page calls the endpoints of the contract but does not validate with their schemas. So the contract is bundled as
 * plain data: the method, path and status of an endpoint, and other constants, without Zod. Importing anything else
 * fails the build. The types are those of the whole contract.
 */
export const contractData: Plugin = {
  name: 'contract-data',
  enforce: 'pre',
  transform: {
    filter: { id: CONTRACT, code: /from 'zod'/ },
    handler: async (_code, id) => {
      // With a new name each time, so that changes during development are read.
      const module: Record<string, unknown> = await import(`${pathToFileURL(id).href}?${performance.now()}`)
      return { code: moduleOf(module), map: null }
    },
  },
}

/** The source of a module that exports the plain data. */
export function moduleOf(exports: Record<string, unknown>): string {
  return Object.entries(exports)
    .map(([name, value]) => [name, dataOf(value)])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}

function dataOf(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.every((one) => dataOf(one) !== undefined) ? value : undefined
  if (typeof value !== 'object' || value === null || '_zod' in value) return undefined
  if ('method' in value && 'path' in value && 'status' in value) {
    const { method, path, status } = value
    return { method, path, status }
  }
  const entries = Object.entries(value).map(([name, one]) => [name, dataOf(one)] as const)
  const known = entries.filter(([, one]) => one !== undefined)
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

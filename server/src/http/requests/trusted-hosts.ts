import { isIP } from 'node:net'
import type { Config } from '../../config.ts'

/**
 * Whether a `Host` may be ours. This stops DNS rebinding: such a request carries the name of the foreign site, which
 * has dots and is neither in BASE_URL nor in TRUSTED_HOSTS. Addresses and names without dots (localhost, containers)
 * cannot be abused so.
 */
export function hostTest({ BASE_URL, TRUSTED_HOSTS }: Config): (host: string) => boolean {
  const names = new Set([...(BASE_URL ? [new URL(BASE_URL).hostname] : []), ...TRUSTED_HOSTS].map(plainName))
  return (host) => {
    const name = plainName(host.replace(/:\d*$/, ''))
    return names.has(name) || !name.includes('.') || isIP(name) !== 0 || name.endsWith('.localhost')
  }
}

/** Whether host names are checked at all: only if some are configured. */
export function namesHosts({ BASE_URL, TRUSTED_HOSTS }: Config): boolean {
  return BASE_URL !== undefined || TRUSTED_HOSTS.length > 0
}

function plainName(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1')
}

import { isIP } from 'node:net'
import type { Config } from '../../config.ts'

/**
 * Whether a `Host` may be ours. A page of another site whose name is made to lead here sends that name: it has dots, and
 * is neither in BASE_URL nor in TRUSTED_HOSTS. Addresses and names without dots (localhost, those of containers) belong
 * to nobody who could do that.
 */
export function hostTest({ BASE_URL, TRUSTED_HOSTS }: Config): (host: string) => boolean {
  const names = new Set([...(BASE_URL ? [new URL(BASE_URL).hostname] : []), ...TRUSTED_HOSTS].map(plainName))
  return (host) => {
    const name = plainName(host.replace(/:\d*$/, ''))
    return names.has(name) || !name.includes('.') || isIP(name) !== 0 || name.endsWith('.localhost')
  }
}

/** Whether names are compared at all: somebody has said which ones are ours. */
export function namesHosts({ BASE_URL, TRUSTED_HOSTS }: Config): boolean {
  return BASE_URL !== undefined || TRUSTED_HOSTS.length > 0
}

function plainName(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1')
}

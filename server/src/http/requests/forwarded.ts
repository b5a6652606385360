import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Keeps only the addresses at the end of `X-Forwarded-For`, where proxies append them: other text that a client wrote
 * there must not reach the journal, nor count as an address for limits.
 */
export function keepAddresses({ headers }: IncomingMessage): void {
  const given = headers['x-forwarded-for']
  if (given === undefined) return
  const addresses: string[] = []
  for (const part of String(given).split(',').reverse()) {
    const address = withoutPort(part.trim())
    if (isIP(address) === 0) break
    addresses.unshift(address)
  }
  if (addresses.length === 0) delete headers['x-forwarded-for']
  else headers['x-forwarded-for'] = addresses.join(', ')
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { InvalidInput } from '../../errors.ts'
import { isPublic, Networks } from '../../lib/net/networks.ts'

/** Which addresses webhooks may reach. */
export class Reach {
  readonly #allowed: Networks

  constructor({ WEBHOOK_ALLOW }: Pick<Config, 'WEBHOOK_ALLOW'>) {
    this.#allowed = new Networks(WEBHOOK_ALLOW)
  }

  /** Public addresses only by https: what is sent is nobody else's business. */
  allows(address: string, protocol: string): boolean {
    return this.#allowed.has(address) || (protocol === 'https:' && isPublic(address))
  }
}

/** Refuses an address to which nothing would ever be sent. What a name resolves to is only known at each delivery. */
export function requireUrl({ WEBHOOK_ALLOW }: Config, text: string): string {
  const field = 'url'
  const url = URL.parse(text)
  if (!url || url.hostname === '' || !/^https?:$/.test(url.protocol)) {
    throw new InvalidInput(url && url.protocol !== 'https:' ? 'webhook.not_https' : 'webhook.not_url', { field })
  }
  if (url.username !== '' || url.password !== '') throw new InvalidInput('webhook.with_password', { field })
  if (url.protocol === 'http:' && WEBHOOK_ALLOW.length === 0) throw new InvalidInput('webhook.not_https', { field })
  const reach = new Reach({ WEBHOOK_ALLOW })
  const literals = addressesOf(url)
  if (literals && !literals.some((address) => reach.allows(address, url.protocol))) {
    throw new InvalidInput(literals.some(isPublic) ? 'webhook.not_https' : 'webhook.inside', { field })
  }
  url.hash = ''
  return url.href
}

/** The addresses that a URL names without a resolver; undefined for a name. */
export function addressesOf(url: URL): string[] | undefined {
  const host = hostOf(url)
  if (isIP(host) !== 0) return [host]
  // These names always mean this machine, whatever a resolver says.
  return /^(?:.+\.)?localhost\.?$/i.test(host) ? ['127.0.0.1', '::1'] : undefined
}

/** Without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

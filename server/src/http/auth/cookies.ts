import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/** The session cookie. Over TLS it has the prefix `__Host-`, so no other host of the domain can set it. */
export const SESSION_COOKIE = 'aliquot_session'
/** The cookie of a browser that has signed in before, see sessions.devices.ts. */
export const DEVICE_COOKIE = 'aliquot_device'

const HOST = '__Host-'

/** Whether the client used https, according to the proxy in front or the public address. */
export function isSecure({ BASE_URL }: Config, request: Pick<FastifyRequest, 'protocol'>): boolean {
  return request.protocol === 'https' || BASE_URL?.startsWith('https:') === true
}

export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? HOST + name : name
}

/** The session tokens of a request. The cookie that only this host can set takes precedence. */
export function sessionTokensOf(header: string | undefined): string[] {
  return cookiesOf(header, SESSION_COOKIE)
}

/** The device token, if it has the form of ours. */
export function deviceTokenOf(header: string | undefined): string | undefined {
  return cookiesOf(header, DEVICE_COOKIE).find((token) => /^[\w-]{43}$/.test(token))
}

/** Whether the session came in the cookie that any host of the domain can set. */
export function hasPlainSession(header: string | undefined): boolean {
  return header !== undefined && !header.includes(`${HOST + SESSION_COOKIE}=`)
}

function cookiesOf(header: string | undefined, name: string): string[] {
  if (header === undefined) return []
  const safe = valuesOf(header, HOST + name)
  return safe.length > 0 ? safe : valuesOf(header, name)
}

function valuesOf(header: string, name: string): string[] {
  const start = `${name}=`
  if (!header.includes(start)) return []
  const parts = header.split(';').map((part) => part.trim())
  return parts
    .filter((part) => part.startsWith(start) && part.length > start.length)
    .map((part) => part.slice(start.length))
}

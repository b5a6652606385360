import type { SignedIn } from '../../access/client.ts'
import type { Config } from '../../config.ts'
import { cookieName, DEVICE_COOKIE, SESSION_COOKIE } from './cookies.ts'

const ALWAYS = 'Path=/; HttpOnly; SameSite=Lax'
/** The longest time that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 86_400

export function signedInCookies(config: Config, isSecure: boolean, { token, device }: SignedIn): string[] {
  return [sessionCookie(config, isSecure, token), cookie(DEVICE_COOKIE, isSecure, device, DEVICE_SECONDS)]
}

/** The session cookie. Scripts cannot read it and forms of other sites do not send it. */
export function sessionCookie({ SESSION_HOURS, SESSION_DAYS }: Config, isSecure: boolean, token: string): string {
  return cookie(SESSION_COOKIE, isSecure, token, Math.min(SESSION_HOURS * 3600, SESSION_DAYS * 86_400))
}

/** Removes the session cookie under each of its names. */
export function clearedCookies(isSecure: boolean): string[] {
  const plain = cookie(SESSION_COOKIE, false, '', 0)
  return isSecure ? [cookie(SESSION_COOKIE, true, '', 0), plain] : [plain]
}

function cookie(name: string, isSecure: boolean, value: string, seconds: number): string {
  return `${cookieName(name, isSecure)}=${value}; Max-Age=${seconds}; ${ALWAYS}${isSecure ? '; Secure' : ''}`
}

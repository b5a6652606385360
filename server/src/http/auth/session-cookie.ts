import type { SignedIn } from '../../access/client.ts'
import type { Config } from '../../config.ts'
import { cookieName, DEVICE_COOKIE, SESSION_COOKIE } from './cookies.ts'

const ALWAYS = 'Path=/; HttpOnly; SameSite=Lax'
/** As long as browsers keep any cookie. */
const DEVICE_SECONDS = 400 * 86_400

export function signedInCookies(config: Config, isSecure: boolean, { token, device }: SignedIn): string[] {
  return [sessionCookie(config, isSecure, token), cookie(DEVICE_COOKIE, isSecure, device, DEVICE_SECONDS)]
}

/** The cookie that carries a session. Scripts cannot read it, other sites' forms do not send it. */
export function sessionCookie({ SESSION_HOURS, SESSION_DAYS }: Config, isSecure: boolean, token: string): string {
  return cookie(SESSION_COOKIE, isSecure, token, Math.min(SESSION_HOURS * 3600, SESSION_DAYS * 86_400))
}

/** Makes the browser forget the session, under each name it may have. */
export function clearedCookies(isSecure: boolean): string[] {
  const plain = cookie(SESSION_COOKIE, false, '', 0)
  return isSecure ? [cookie(SESSION_COOKIE, true, '', 0), plain] : [plain]
}

function cookie(name: string, isSecure: boolean, value: string, seconds: number): string {
  return `${cookieName(name, isSecure)}=${value}; Max-Age=${seconds}; ${ALWAYS}${isSecure ? '; Secure' : ''}`
}

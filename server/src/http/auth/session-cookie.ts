import type { Context } from '../../context.ts'

export const SESSION_COOKIE = 'aliquot_session'

const ALWAYS = 'Path=/; HttpOnly; SameSite=Lax'

/** The cookie that carries a session. Scripts cannot read it, other sites' forms do not send it. */
export function sessionCookie(ctx: Context, { isSecure }: { isSecure: boolean }, token: string): string {
  const secure = isSecure || ctx.config.BASE_URL?.startsWith('https:') ? '; Secure' : ''
  return `${SESSION_COOKIE}=${token}; Max-Age=${ctx.config.SESSION_HOURS * 3600}; ${ALWAYS}${secure}`
}

/** Makes the browser forget the session, however the cookie was set. */
export const CLEARED_COOKIE = `${SESSION_COOKIE}=; Max-Age=0; ${ALWAYS}`

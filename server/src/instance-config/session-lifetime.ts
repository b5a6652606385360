import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { InstanceConfig } from './values.ts'

/** How long an idle session lasts: the operator's limit, or less if sysadmins set it. */
export function sessionMinutesOf(ctx: Context, { sessionMinutes }: InstanceConfig): number {
  return Math.min(ctx.config.SESSION_HOURS * 60, sessionMinutes)
}

/** When a session ends that was last used at `at`. */
export function endOfSession(at: string, minutes: number): string {
  return new Date(Date.parse(at) + minutes * 60_000).toISOString()
}

/** When a session ends even if it is in use. */
export function lastEndOfSession({ SESSION_DAYS }: Config, createdAt: string): string {
  return endOfSession(createdAt, SESSION_DAYS * 24 * 60)
}

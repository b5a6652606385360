import type { Context } from '../../context.ts'
import type { MailConfig } from '../../instance-config/values.ts'

/** Whether people can be sent a link to set a new password. Without BASE_URL there is no address to send. */
export function sendsPasswordLinks(ctx: Context, config: { mail: MailConfig | undefined }): boolean {
  return config.mail !== undefined && ctx.config.BASE_URL !== undefined
}

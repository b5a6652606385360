import { mail } from '@aliquot/contract/mail'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { requestPassword } from './mail.password.ts'
import { writeToPeople } from './mail.to-many.ts'

export function mailRoutes(route: Route, ctx: Context): void {
  route(mail.write, async ({ actor, body, reply }) => {
    reply.created(`api/v2/instance/${await writeToPeople(ctx, actor, body)}`)
  })
  route.public(mail.forgotPassword, ({ body, client }) => requestPassword(ctx, client, body.email))
}

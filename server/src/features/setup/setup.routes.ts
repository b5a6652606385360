import { setup } from '@aliquot/contract/setup'
import type { Context } from '../../context.ts'
import { signedInCookies } from '../../http/auth/session-cookie.ts'
import type { Route } from '../../http/route.ts'
import { completeSetup, readSetup } from './setup.service.ts'

export function setupRoutes(route: Route, ctx: Context): void {
  route.public(setup.read, () => readSetup(ctx))
  route.public(setup.complete, async ({ body, client, reply }) => {
    const { userid, ...signedIn } = await completeSetup(ctx, client, body)
    reply.header('set-cookie', signedInCookies(ctx.config, client.isSecure, signedIn))
    reply.created(`api/v2/users/${userid}`)
  })
}

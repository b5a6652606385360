import { session } from '@aliquot/contract/session'
import type { Context } from '../../context.ts'
import { signedInCookies } from '../../http/auth/session-cookie.ts'
import type { Route } from '../../http/route.ts'
import { pageOf } from '../../records/page.ts'
import { endOtherSessions, endSession, endSessionsOf, listSessions, listSessionsOf } from './sessions.own.ts'
import { describeSession, patchSession, signIn, signOut } from './sessions.service.ts'

export function sessionRoutes(route: Route, ctx: Context): void {
  route.public(session.signIn, async ({ body, client, reply }) => {
    const signedIn = await signIn(ctx, client, body)
    reply.header('set-cookie', signedInCookies(ctx.config, client.isSecure, signedIn))
    reply.created('api/v2/session')
  })
  route(session.read, ({ actor }) => describeSession(ctx, actor))
  route(session.patch, async ({ actor, body, reply }) => {
    const { token } = await patchSession(ctx, actor, body)
    if (token !== undefined) reply.sessionToken(token)
    return describeSession(ctx, actor)
  })
  route(session.signOut, async ({ actor, reply }) => {
    await signOut(ctx, actor)
    reply.signedOut()
  })
  route(session.list, async ({ actor, query }) => pageOf(await listSessions(ctx, actor), query))
  route(session.end, ({ actor, params }) => endSession(ctx, actor, params.id))
  route(session.endOthers, ({ actor }) => endOtherSessions(ctx, actor))
  route(session.listOf, async ({ actor, params, query }) => pageOf(await listSessionsOf(ctx, actor, params.id), query))
  route(session.endOf, ({ actor, params }) => endSessionsOf(ctx, actor, params.id))
}
